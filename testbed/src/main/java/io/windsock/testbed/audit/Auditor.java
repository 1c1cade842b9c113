package io.windsock.testbed.audit;

import io.windsock.site.Site;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.SiteStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** Summarizes a drained pipeline and reports inconsistencies. */
public final class Auditor {
  private final Pipeline pipeline;
  private final List<String> problems = new ArrayList<>();

  /** Creates an auditor of this pipeline. */
  public Auditor(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  /** Reads all topics and compares them with the sites. */
  public Summary summary(Summary.Replayed replayed, double seconds)
      throws InterruptedException, ExecutionException {
    Audit audit = new Audit(pipeline);
    long appended;
    try (Admin admin = Admin.create(pipeline.client())) {
      appended =
          SourceEnds.read(admin, pipeline.topics(), pipeline.catalogue(), pipeline.partitions())
              .total();
    }
    Map<String, Long> source = audit.sources();
    Audit.DeadLetters dead = audit.deadLetters();
    long deadLettered = dead.records();
    Audit.Output forward = audit.output(pipeline.topics().forward());
    Audit.Output mirror = audit.output(pipeline.topics().mirror());
    checkCounts(appended - dead.lost(), deadLettered, forward, mirror);
    checkReplay(replayed);
    List<Summary.SiteSummary> sites = new ArrayList<>();
    Summary.Delay delay = new Summary.Delay(0, 0, 0, 0);
    for (Site site : pipeline.sites()) {
      SiteStatus status = site.status();
      sites.add(site(status, site.url()));
      checkSite(status, status.role() == SiteRole.CENTRAL ? forward : mirror);
      if (status.role() == SiteRole.CENTRAL) {
        var d = status.updateDelay();
        delay = new Summary.Delay(d.p50Ms(), d.p99Ms(), d.maxMs(), d.events());
      }
    }
    return new Summary(
        problems.isEmpty(),
        List.copyOf(problems),
        source,
        forward.events(),
        mirror.events(),
        rules(mirror.markers()),
        deadLettered,
        mirror.markers().sums(),
        sites,
        new Summary.Reference(forward.digest(), forward.keys(), mirror.digest(), mirror.keys()),
        delay,
        replayed,
        seconds);
  }

  private Map<String, Long> rules(Markers markers) {
    Map<String, Long> taken = new LinkedHashMap<>();
    pipeline.rules().names().forEach(name -> taken.put(name, 0L));
    taken.putAll(markers.takenByRule());
    return taken;
  }

  private void checkCounts(
      long appended, long deadLettered, Audit.Output forward, Audit.Output mirror) {
    Markers.Sums sums = mirror.markers().sums();
    equal(
        "records appended to the sources, less those lost, and received by the markers",
        appended,
        sums.received());
    if (!sums.addUp()) {
      problems.add("the markers' counts do not add up: " + sums);
    }
    equal("source events held back at the end, which should be none", 0, sums.held());
    equal("forwarded by the markers and in the topic", sums.forwarded(), total(forward));
    equal(
        "received, less dead letters and what is not to be forwarded, and forwarded",
        sums.received() - sums.deadLettered() - sums.notForwarded(),
        sums.forwarded());
    equal(
        "passed or derived by the markers and in the mirror topic",
        sums.passed() + sums.derived(),
        total(mirror));
    equal("dead letters by the markers and in the topic", sums.deadLettered(), deadLettered);
    if (!sums.equals(forward.markers().sums())) {
      problems.add("the two outputs' markers differ: " + forward.markers().sums() + ", " + sums);
    }
  }

  private static long total(Audit.Output output) {
    return Markers.total(output.events());
  }

  private void checkReplay(Summary.Replayed replayed) {
    equal(
        "events sent and acknowledged or refused",
        replayed.sent(),
        replayed.acknowledged() + replayed.refused());
  }

  private void equal(String what, long one, long other) {
    if (one != other) {
      problems.add(what + ": " + one + " and " + other);
    }
  }

  private void checkSite(SiteStatus status, Audit.Output reference) {
    if (!status.digest().equals(reference.digest())) {
      problems.add(
          "site %s holds %s, a reference replay of its topic %s"
              .formatted(status.name(), status.digest(), reference.digest()));
    }
    if (!status.faults().isEmpty()) {
      problems.add("site " + status.name() + " found faults in the log: " + status.faults());
    }
  }

  private static Summary.SiteSummary site(SiteStatus status, String url) {
    Map<String, Long> faults = new TreeMap<>();
    status.faults().forEach((fault, count) -> faults.put(fault.name(), count));
    return new Summary.SiteSummary(
        status.name(),
        status.role().text(),
        url,
        status.digest(),
        status.keys(),
        status.token().toString(),
        Arrays.stream(status.token().offsets()).boxed().toList(),
        status.checkpoint(),
        faults);
  }
}
