package io.windsock.evaluation.link;

import io.windsock.embedded.FreePort;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.link.copier.LinkCopier;
import io.windsock.evaluation.link.copier.LinkOrder;
import io.windsock.evaluation.link.lab.Address;
import io.windsock.evaluation.link.lab.Backlog;
import io.windsock.evaluation.link.lab.BareLogs;
import io.windsock.evaluation.link.lab.CopyRate;
import io.windsock.evaluation.link.lab.CopyTimer;
import io.windsock.evaluation.link.lab.Sites;
import io.windsock.testbed.process.StartedParts;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Copies backlogs by links whose processes stay warm, in clear text. One thread owns it. */
final class StageRun implements Experiment.Run {
  private static final String CONTROL_TOPIC = "windsock.link.";
  private static final String BARE_TOPIC = "bare";

  private final StartedParts started = new StartedParts();
  private final Sites sites;
  private final LinkCopier copier;
  private final CopyTimer timer;
  private final Map<String, Backlog> backlogs = new HashMap<>();
  private List<Experiment.Moment> line = List.of();
  private int runs;

  private StageRun() throws IOException {
    sites = started.closing(Sites.start());
    copier = started.closing(LinkCopier.start());
    timer = new CopyTimer(sites, LinkExperiments.WARM_UP);
  }

  /** Starts the sites and the processes of the link, and writes the backlogs. */
  static StageRun start(List<Backlog> backlogs) throws IOException, InterruptedException {
    StageRun run = new StageRun();
    try {
      for (Backlog backlog : backlogs) {
        run.backlogs.put(backlog.topic(), backlog.fill(run.sites.source()));
      }
      return run;
    } catch (RuntimeException | InterruptedException e) {
      run.close();
      throw e;
    }
  }

  /** Returns the name of the backlog of a load. */
  static String topic(boolean random, int bytes) {
    return (random ? "random-" : "sequential-") + bytes;
  }

  @Override
  public Map<String, Double> measure(Subject subject) throws IOException, InterruptedException {
    StageSetting setting = StageSetting.of(subject.setting());
    Backlog backlog = backlogs.get(topic(setting.random(), (int) subject.x()));
    if (backlog == null) {
      throw new IllegalArgumentException("no backlog for " + subject);
    }
    line = List.of();
    LinkOrder.Setting link = setting.link();
    if (link == null) {
      return Map.of(CopyRate.MB, bare(setting, backlog));
    }
    return copied(backlog, link, setting.traced());
  }

  private double bare(StageSetting setting, Backlog backlog) throws InterruptedException {
    return setting == StageSetting.READ
        ? BareLogs.read(sites.source(), backlog)
        : BareLogs.write(sites.target(), backlog, BARE_TOPIC + ++runs);
  }

  private Map<String, Double> copied(Backlog backlog, LinkOrder.Setting setting, boolean traced)
      throws IOException, InterruptedException {
    String name = "run" + ++runs;
    Address receiver = Address.local(FreePort.any());
    String source = sites.source().servers();
    String target = sites.target().servers();
    try {
      copier.begin(
          new LinkOrder(name, backlog.topic(), source, target, receiver, receiver, setting, null));
      Map<String, Double> values = new LinkedHashMap<>(timer.measure(copier, backlog).values());
      if (traced) {
        IntervalTrace trace = new IntervalTrace(copier.trace());
        line = trace.line();
        values.putAll(trace.values());
      }
      return values;
    } finally {
      copier.end();
      sites.target().delete(backlog.topic());
      sites.target().delete(CONTROL_TOPIC + name);
    }
  }

  @Override
  public List<Experiment.Moment> timeLine() {
    return line;
  }

  @Override
  public void close() {
    started.close();
  }
}
