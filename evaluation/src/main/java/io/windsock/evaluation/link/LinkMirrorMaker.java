package io.windsock.evaluation.link;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.link.copier.MirrorMakerLibraries;
import io.windsock.evaluation.link.lab.Backlog;
import io.windsock.evaluation.link.lab.CopyRate;
import io.windsock.evaluation.link.lab.Records;
import io.windsock.evaluation.report.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A link against MirrorMaker 2 of the same Kafka version. */
final class LinkMirrorMaker implements Experiment {
  private static final int SMALL = 90;
  private static final int LARGE = 1_000;
  private static final int PARTITIONS = 4;

  /** A JVM that has just been started copies faster and faster for half a minute and longer. */
  static final double WARM_UP = 0.7;

  /** The bytes of a backlog for each second that counts: with the warm-up it takes far longer. */
  private static final Map<Integer, Double> BYTES_PER_SECOND = Map.of(SMALL, 350e6, LARGE, 530e6);

  private static final double QUICK_BYTES_PER_SECOND = 5e6;

  private static final double OVER_DEFAULT = 2;
  private static final double OVER_TUNED = 1;
  private static final double PERCENT = 100;

  private static List<Integer> sizes(Scale scale) {
    return scale.quick() ? List.of(SMALL) : List.of(SMALL, LARGE);
  }

  @Override
  public Description description() {
    return new Description(
        "link-mirrormaker",
        "A link against MirrorMaker 2",
        "How fast is a topic copied to another cluster, and what does it cost?",
        "",
        List.of(
            LinkExperiments.SITES,
            "MirrorMaker 2 has the version of the brokers and of the link, and runs in its dedicated"
                + " mode, as one process. Tuned, it has a task for each of the topic's "
                + PARTITIONS
                + " partitions, batches of 320 KiB that wait up to 100 ms and are compressed with"
                + " zstd, fetches of up to 50 MiB and 4 MiB a partition, and polls of 4,000 records.",
            "The link compresses with zstd and encrypts twice, batches with AES-256-GCM and the line"
                + " with TLS 1.3; or it does neither. Otherwise it has its defaults. MirrorMaker does"
                + " not encrypt, and its brokers have no TLS.",
            LinkExperiments.whole(WARM_UP),
            "All processes are started for each run, and settings take turns. The link writes in"
                + " transactions together with its position; MirrorMaker writes without."),
        List.of());
  }

  @Override
  public String time() {
    return "40 min";
  }

  @Override
  public String missing() {
    return MirrorMakerLibraries.find() == null
        ? "MirrorMaker 2 was not fetched: run " + MirrorMakerLibraries.COMMAND
        : "";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<CopyCandidate> candidates =
        scale.quick()
            ? List.of(CopyCandidate.MAKER_DEFAULT, CopyCandidate.LINK_SECURE)
            : List.of(CopyCandidate.values());
    List<Subject> subjects = new ArrayList<>();
    for (int bytes : sizes(scale)) {
      candidates.forEach(candidate -> subjects.add(new Subject(candidate.text(), bytes)));
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    Path libraries = MirrorMakerLibraries.find();
    if (libraries == null) {
      throw new IllegalStateException(missing());
    }
    List<Backlog> backlogs = new ArrayList<>();
    for (int bytes : sizes(scale)) {
      double perSecond =
          scale.quick() ? QUICK_BYTES_PER_SECOND : BYTES_PER_SECOND.getOrDefault(bytes, 0.0);
      long records = Math.round(perSecond * scale.runSeconds() / bytes);
      backlogs.add(new Backlog("records-" + bytes, PARTITIONS, records, bytes));
      about.setting(
          "records of %,d bytes".formatted(bytes),
          String.format(
              Locale.ROOT,
              "%,d a run; zstd compresses a batch of them to %.0f %%",
              records,
              PERCENT * Records.compressedShare(bytes)));
    }
    return CopyRun.start(libraries, backlogs);
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    List<Finding> findings = new ArrayList<>();
    for (double bytes : rows.xs()) {
      compare(rows, bytes, CopyCandidate.MAKER_DEFAULT, OVER_DEFAULT, findings);
      compare(rows, bytes, CopyCandidate.MAKER_TUNED, OVER_TUNED, findings);
    }
    return new Outcome(
        findings,
        Map.of(),
        List.of(
            comparison.grid("Records/s", "bytes", CopyRate.RECORDS, "%,.0f"),
            comparison.grid("MB/s", "bytes", CopyRate.MB, "%.1f"),
            comparison.grid(
                "Processor time of what copies, ms/MB", "bytes", CopyRate.COPIER, "%.1f"),
            comparison.grid(
                "Processor time of brokers, ms/MB", "bytes", CopyRate.BROKERS, "%.1f")));
  }

  /** Adds how the link that compresses and encrypts does against a MirrorMaker, if both ran. */
  private static void compare(
      Table rows, double bytes, CopyCandidate maker, double aim, List<Finding> findings) {
    String link = CopyCandidate.LINK_SECURE.text();
    if (!rows.has(maker.text(), bytes, CopyRate.RECORDS)
        || !rows.has(link, bytes, CopyRate.RECORDS)) {
      return;
    }
    String pair =
        String.format(Locale.ROOT, "of %,.0f bytes, %s, of those of %s", bytes, link, maker.text());
    Spread rate = rows.ratios(link, maker.text(), bytes, CopyRate.RECORDS);
    findings.add(
        new Finding(
            "Records/s " + pair,
            rate,
            "",
            "",
            String.format(Locale.ROOT, "at least %.1f", aim),
            rate.median() >= aim,
            ""));
    Spread cost = rows.ratios(link, maker.text(), bytes, CopyRate.COPIER);
    findings.add(
        new Finding("Processor time per MB " + pair, cost, "", "", "", null, "without brokers"));
  }
}
