package io.windsock.evaluation.link;

import io.windsock.embedded.FreePort;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.link.copier.LinkCopier;
import io.windsock.evaluation.link.copier.LinkOrder;
import io.windsock.evaluation.link.copier.MirrorMaker;
import io.windsock.evaluation.link.lab.Address;
import io.windsock.evaluation.link.lab.Backlog;
import io.windsock.evaluation.link.lab.CopyTimer;
import io.windsock.evaluation.link.lab.Sites;
import io.windsock.link.credentials.LinkCredentials;
import io.windsock.link.credentials.SiteFiles;
import io.windsock.link.credentials.SiteHost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies backlogs by MirrorMaker and by links, each in processes that are started for the run. One
 * thread owns it.
 */
final class CopyRun implements Experiment.Run {
  private static final String CONTROL_TOPIC = "windsock.link.";
  private static final int DAYS = 2;

  private final Sites sites;
  private final Path libraries;
  private final SiteFiles credentials;
  private final CopyTimer timer;
  private final Map<Integer, Backlog> backlogs = new HashMap<>();
  private int runs;

  private CopyRun(Sites sites, Path libraries) throws IOException, InterruptedException {
    this.sites = sites;
    this.libraries = libraries;
    credentials = credentials(sites.folder().resolve("tls"));
    timer = new CopyTimer(sites, LinkMirrorMaker.WARM_UP);
  }

  /**
   * Starts the sites and writes the backlogs.
   *
   * @param libraries the folder of MirrorMaker's jars
   */
  static CopyRun start(Path libraries, List<Backlog> backlogs)
      throws IOException, InterruptedException {
    Sites sites = Sites.start();
    try {
      CopyRun run = new CopyRun(sites, libraries);
      for (Backlog backlog : backlogs) {
        run.backlogs.put(backlog.recordBytes(), backlog.fill(sites.source()));
      }
      return run;
    } catch (RuntimeException | IOException | InterruptedException e) {
      sites.close();
      throw e;
    }
  }

  /** Both sites have the same address, and so the same files. */
  private static SiteFiles credentials(Path folder) throws IOException, InterruptedException {
    SiteHost host = SiteHost.parse("127.0.0.1");
    Map<SiteHost, SiteFiles> made =
        LinkCredentials.make(folder, List.of(host), Instant.now(), DAYS);
    return made.values().iterator().next();
  }

  @Override
  public Map<String, Double> measure(Subject subject) throws IOException, InterruptedException {
    Backlog backlog = backlogs.get((int) subject.x());
    if (backlog == null) {
      throw new IllegalArgumentException("no backlog for " + subject);
    }
    CopyCandidate candidate = CopyCandidate.of(subject.setting());
    String name = "run" + ++runs;
    return candidate.isMaker()
        ? maker(backlog, name, candidate == CopyCandidate.MAKER_TUNED)
        : link(backlog, name, candidate);
  }

  private Map<String, Double> maker(Backlog backlog, String name, boolean tuned)
      throws IOException, InterruptedException {
    MirrorMaker maker = MirrorMaker.start(libraries, sites, backlog, name, tuned);
    try {
      return timer.measure(maker, backlog).values();
    } finally {
      maker.close(); // before its topic is deleted, which it would create again
      sites.target().delete(maker.topic());
    }
  }

  private Map<String, Double> link(Backlog backlog, String name, CopyCandidate candidate)
      throws IOException, InterruptedException {
    Address receiver = Address.local(FreePort.any());
    LinkOrder.Setting setting = candidate.setting();
    @Nullable String tls = setting.encrypts() ? credentials.folder().toString() : null;
    LinkOrder order =
        new LinkOrder(
            name,
            backlog.topic(),
            sites.source().servers(),
            sites.target().servers(),
            receiver,
            receiver,
            setting,
            tls);
    try (LinkCopier copier = LinkCopier.start()) {
      copier.begin(order);
      return timer.measure(copier, backlog).values();
    } finally {
      sites.target().delete(backlog.topic());
      sites.target().delete(CONTROL_TOPIC + name);
    }
  }

  @Override
  public void close() {
    sites.close();
  }
}
