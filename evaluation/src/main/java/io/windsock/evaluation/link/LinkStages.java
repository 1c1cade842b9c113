package io.windsock.evaluation.link;

import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.link.lab.Backlog;
import io.windsock.evaluation.link.lab.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What batching, compression, encryption and the pipelines do to a link's throughput (the paper,
 * section 4.3, Figures 3 to 8).
 */
final class LinkStages implements Experiment {
  /** The size of a request in the paper's Figure 6. */
  static final int TRACED_BYTES = 4_096;

  private static final List<Integer> SIZES = List.of(512, 1_024, TRACED_BYTES, 16_384);
  private static final List<Integer> QUICK_SIZES = List.of(TRACED_BYTES);
  private static final List<StageSetting> QUICK =
      List.of(
          StageSetting.READ,
          StageSetting.WRITE,
          StageSetting.EACH_POLL,
          StageSetting.TWO_STAGE,
          StageSetting.RANDOM_HYBRID,
          StageSetting.FROM_15);

  private static final int RANDOM_PARTITIONS = 32;

  /** How much of a backlog is copied in a second of the run's length, about, in bytes. */
  private static final double BYTES_PER_SECOND = 40e6;

  private static final double QUICK_BYTES_PER_SECOND = 8e6;

  private static final double PERCENT = 100;

  private static List<Integer> sizes(Scale scale) {
    return scale.quick() ? QUICK_SIZES : SIZES;
  }

  @Override
  public Description description() {
    return new Description(
        "link-stages",
        "What the stages and pipelines of a link do",
        "What do batching, compression, encryption and more threads do to the rate of a link?",
        "Section 4.3, Figures 3 to 8",
        List.of(
            LinkExperiments.SITES,
            LinkExperiments.whole(LinkExperiments.WARM_UP),
            "Without batching, each poll of the source is a batch, of at most 1,000 records; those that"
                + " wait at the target are committed together. Compression is zstd at level 1,"
                + " encryption AES-256-GCM; the line is in clear"
                + " text. α and β are 0.5, and the first interval is 30 ms.",
            "A sequential load is a topic with one partition; a random one has "
                + RANDOM_PARTITIONS
                + " partitions, and each record goes to one of them at random.",
            "Best effort sends as much as there is, up to 200,000 records, as soon as the batch before is"
                + " sent. Chosen while running begins as two-stage.",
            "The interval is settled from the first batch on from which to the 20th it stays within 25 %"
                + " of the median of those after the 20th, up to the 60th."),
        List.of(
            "The paper's figures are pictures, and its text gives no rates. What it says in words is in"
                + " the findings.",
            "The paper's sites are single-core machines with a Gigabit Ethernet between them and a"
                + " RAID-5 each; ours share the processors of one machine, and the line is its"
                + " loopback. So compression saves no time on the line.",
            "The paper mirrors writes to a volume of about one size, with LZW; we copy records of a"
                + " topic, with zstd. Its log that commits batches atomically was off; ours commits"
                + " batches in transactions.",
            "The paper's serial version is our two-stage pipeline; ours that waits for each reply is"
                + " further down."));
  }

  @Override
  public String time() {
    return "60 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (StageSetting setting : scale.quick() ? QUICK : List.of(StageSetting.values())) {
      if (setting.traced()) {
        subjects.add(new Subject(setting.text(), TRACED_BYTES));
      } else {
        sizes(scale).forEach(bytes -> subjects.add(new Subject(setting.text(), bytes)));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    List<Backlog> backlogs = new ArrayList<>();
    for (int bytes : sizes(scale)) {
      double perSecond = scale.quick() ? QUICK_BYTES_PER_SECOND : BYTES_PER_SECOND;
      long records = Math.round(perSecond * scale.runSeconds() / bytes);
      backlogs.add(new Backlog(StageRun.topic(false, bytes), 1, records, bytes));
      backlogs.add(new Backlog(StageRun.topic(true, bytes), RANDOM_PARTITIONS, records, bytes));
      about.setting(
          "records of %,d bytes".formatted(bytes),
          String.format(
              Locale.ROOT,
              "%,d a run; zstd compresses a batch of them to %.0f %%",
              records,
              PERCENT * Records.compressedShare(bytes)));
    }
    return StageRun.start(backlogs);
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    return new StageFigures(rows, lines).outcome();
  }
}
