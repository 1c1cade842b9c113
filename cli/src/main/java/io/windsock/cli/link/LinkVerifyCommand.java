package io.windsock.cli.link;

import io.windsock.cli.option.BrokersConverter;
import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.IncomparableException;
import io.windsock.cli.show.Table;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.link.verify.LinkVerify;
import io.windsock.link.verify.PartitionResult;
import io.windsock.link.verify.PartitionResult.Difference;
import io.windsock.link.verify.VerifyConfig;
import io.windsock.link.verify.VerifyException;
import io.windsock.link.verify.VerifyResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares what a link has copied with its source. */
@Command(
    name = "verify",
    description = {
      "Compare what a link has copied with its source, up to the link's position: committed records,"
          + " by digests of ranges over keys, values, headers and timestamps; a range that differs"
          + " is narrowed down to its first record that does.",
      "Exit code 0 if both clusters have the same, 1 if not, 3 if they could not be compared. A topic"
          + " that was trimmed can be compared while the link is paused."
    },
    footer = {
      "  windsock link verify -b primary:9092 --target backup:9092",
      "  windsock link verify -b primary:9092 --target backup:9092 --name main --topics a,b",
      "  windsock link verify … --range-records 10000 --output json",
    })
final class LinkVerifyCommand implements Callable<Integer> {
  private static final long LINE_EVERY_MS = 5_000;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--target",
      paramLabel = "HOST:PORT",
      required = true,
      converter = BrokersConverter.class,
      description = "Kafka brokers of the target to begin with.")
  private String target = "";

  @Option(
      names = "--target-kafka",
      paramLabel = "NAME=VALUE",
      description = "A property of clients of the target; those of --kafka are for the source.")
  private Map<String, String> targetProperties = new LinkedHashMap<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "main",
      description = "The link's name (default: ${DEFAULT-VALUE}).")
  private String name = "main";

  @Option(
      names = "--topics",
      paramLabel = "NAME",
      split = "\\s*,\\s*",
      splitSynopsisLabel = ",",
      description =
          "The topics to compare; repeatable, or with commas (default: all that the link copies).")
  private List<String> topics = new ArrayList<>();

  @Option(
      names = "--range-records",
      paramLabel = "N",
      defaultValue = "" + VerifyConfig.RANGE_RECORDS,
      description = "Records of a range (default: ${DEFAULT-VALUE}).")
  private int rangeRecords = VerifyConfig.RANGE_RECORDS;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, Object> targetConfig = new HashMap<>(targetProperties);
    targetConfig.put("bootstrap.servers", target);
    VerifyConfig config =
        new VerifyConfig(name, cluster.clientConfig(), targetConfig, topics, rangeRecords);
    VerifyResult result = compare(config);
    common.output().result(result, () -> text(result));
    return result.equal() ? ExitCode.OK : ExitCode.FAILURE;
  }

  private VerifyResult compare(VerifyConfig config) throws InterruptedException {
    try {
      cluster.admin().close();
      return LinkVerify.run(config, new Lines(common.err()));
    } catch (VerifyException | RuntimeException e) {
      throw incomparable(e);
    }
  }

  /**
   * Returns what is thrown in place of an exception that ended the comparison. Whatever it is, the
   * exit code must not say that the clusters differ.
   */
  static RuntimeException incomparable(Exception e) {
    if (e instanceof ConfigurationException configuration) {
      return configuration;
    }
    if (e instanceof VerifyException || e instanceof Failure) {
      return new IncomparableException(String.valueOf(e.getMessage()), e);
    }
    return new IncomparableException(
        e instanceof KafkaException
            ? "a cluster does not answer (" + e.getMessage() + "); check -b and --target"
            : "the comparison failed (" + e + "); --verbose shows where",
        e);
  }

  /** Reports the progress every five seconds. */
  private static final class Lines implements LinkVerify.Progress {
    private final PrintWriter err;
    private long nextNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LINE_EVERY_MS);

    Lines(PrintWriter err) {
      this.err = err;
    }

    @Override
    public void compared(String topic, int partition, long records, long total) {
      if (System.nanoTime() - nextNs < 0) {
        return;
      }
      nextNs += TimeUnit.MILLISECONDS.toNanos(LINE_EVERY_MS);
      err.printf(
          Locale.ROOT, "%s-%d: %,d of about %,d records equal%n", topic, partition, records, total);
      err.flush();
    }
  }

  private static String text(VerifyResult result) {
    Table table = new Table("TOPIC", ">PARTITION", ">RECORDS", ">RANGES", "RESULT");
    for (PartitionResult each : result.partitions()) {
      String found = each.equal() ? "equal" : "DIFFERENT";
      table.row(
          each.topic(), each.partition(), each.records(), each.ranges(), found + trimmed(each));
    }
    StringBuilder text = new StringBuilder(table.text()).append('\n');
    for (PartitionResult each : result.partitions()) {
      Difference difference = each.difference();
      if (difference != null) {
        text.append(text(each, difference));
      }
    }
    text.append(
        String.format(
            Locale.ROOT,
            "link %s, session %d, batch %,d: %s%n",
            result.link(),
            result.epoch(),
            result.batch(),
            result.equal() ? "both clusters have the same" : "the clusters differ"));
    if (!result.whole()) {
      text.append(
          "the link copied meanwhile: what the target has beyond this batch was not compared\n");
    }
    return text.toString();
  }

  private static String trimmed(PartitionResult each) {
    long source = each.skippedAtSource();
    long target = each.skippedAtTarget();
    if (source + target == 0) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "; only the %s still has %,d older records",
        source > 0 ? "source" : "target",
        source + target);
  }

  private static String text(PartitionResult each, Difference difference) {
    return String.format(
        Locale.ROOT,
        "%s-%d, range %d, record %,d: %s; offset %s at the source, %s at the target%n",
        each.topic(),
        each.partition(),
        difference.range(),
        difference.record(),
        difference.reason(),
        offset(difference.sourceOffset()),
        offset(difference.targetOffset()));
  }

  private static String offset(long offset) {
    return offset < 0 ? "none" : String.valueOf(offset);
  }
}
