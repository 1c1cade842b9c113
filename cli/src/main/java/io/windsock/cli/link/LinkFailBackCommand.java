package io.windsock.cli.link;

import io.windsock.cli.option.BrokersConverter;
import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.contracts.config.Failure;
import io.windsock.link.failover.DiscardedRange;
import io.windsock.link.failover.FailBack;
import io.windsock.link.failover.FailOverException;
import io.windsock.link.failover.Survey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes the old primary of a promoted link ready to be a copy. */
@Command(
    name = "fail-back",
    description = {
      "List what the old primary of a promoted link has that the promoted cluster lacks; with"
          + " --discard, empty the old primary's topics, so that a link can copy everything there.",
      "Without --discard nothing is changed, and the exit code is 1. With it, the topics of the link"
          + " are deleted at the old primary and created again. Nothing may write or read there.",
    },
    footer = {
      "  windsock link fail-back -b backup:9092 --old-primary primary:9092",
      "  windsock link fail-back -b backup:9092 --old-primary primary:9092 --discard 1250",
    })
public final class LinkFailBackCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--old-primary",
      paramLabel = "HOST:PORT",
      required = true,
      converter = BrokersConverter.class,
      description = "Brokers of the old primary; -b names the promoted cluster.")
  private String oldPrimary = "";

  @Option(
      names = "--old-kafka",
      paramLabel = "NAME=VALUE",
      description =
          "A property of clients of the old primary alone; those of --kafka are for both clusters.")
  private Map<String, String> oldProperties = new LinkedHashMap<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "main",
      description = "The name of the link that was promoted (default: ${DEFAULT-VALUE}).")
  private String name = "main";

  @Option(
      names = "--discard",
      paramLabel = "N",
      description =
          "Discard what the old primary has beyond the last batch applied, and in place of copied"
              + " records, which must be N records, as listed without this option.")
  private @Nullable Long discard;

  @Option(
      names = "--discard-unchecked",
      description =
          "Discard also the partitions that are listed as not checked, which may have more records"
              + " in place of copied ones than were counted.")
  private boolean discardUnchecked;

  @Override
  public Integer call() throws InterruptedException {
    cluster.admin().close();
    Map<String, Object> old = new HashMap<>(cluster.clientConfig());
    old.putAll(oldProperties);
    old.put("bootstrap.servers", oldPrimary);
    try (FailBack failBack = new FailBack(cluster.clientConfig(), old, name)) {
      Survey survey = failBack.survey();
      common.output().element(survey, () -> text(survey));
      Long agreed = discard;
      if (agreed == null) {
        throw new Failure(
            "nothing was changed: repeat with --discard %d to discard them and empty these topics"
                .formatted(survey.records()));
      }
      if (agreed != survey.records()) {
        throw new Failure(
            "nothing was changed: --discard %d, and the old primary has %d records to discard"
                .formatted(agreed, survey.records()));
      }
      if (!survey.unchecked().isEmpty() && !discardUnchecked) {
        throw new Failure(
            "nothing was changed: it is unknown how many records took the place of copied ones in %s; look at what is there, and add --discard-unchecked to discard it all the same"
                .formatted(String.join(", ", survey.unchecked())));
      }
      failBack.discard(survey);
      return ExitCode.OK;
    } catch (FailOverException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    } catch (KafkaException e) {
      throw new Failure("the fail-back did not succeed: " + e.getMessage() + "; repeat it", e);
    }
  }

  private static String text(Survey survey) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "The old primary has %d records that the promoted cluster lacks; batch %d is the last that"
                + " link %s applied:%n",
            survey.records(),
            survey.batch(),
            survey.link()));
    for (DiscardedRange range : survey.ranges()) {
      text.append(
          "  %s-%d: offsets %d to %d, %d records%s%s\n"
              .formatted(
                  range.topic(),
                  range.partition(),
                  range.from(),
                  range.to() - 1,
                  range.records(),
                  range.trimmed() == 0
                      ? ""
                      : "; %d offsets were trimmed before".formatted(range.trimmed()),
                  range.replaced() == 0
                      ? ""
                      : "; %d of the offsets%s were copied with other records, as before an unclean election"
                          .formatted(
                              range.replaced(),
                              isUnchecked(survey, range) ? ", and maybe earlier ones," : "")));
    }
    if (!survey.unchecked().isEmpty()) {
      text.append(
              "Not checked, or not fully, for records that took the place of copied ones, because")
          .append(" the old primary has forgotten, or does not say, how far the link had copied: ")
          .append(String.join(", ", survey.unchecked()))
          .append('\n');
    }
    if (!survey.lost().isEmpty()) {
      text.append("The promoted cluster has lost copies, so all of them is counted: ")
          .append(String.join("; ", survey.lost()))
          .append('\n');
    }
    return text.append("Topics that are emptied: ")
        .append(String.join(", ", survey.topics()))
        .toString();
  }

  private static boolean isUnchecked(Survey survey, DiscardedRange range) {
    return survey.unchecked().contains(range.topic() + "-" + range.partition());
  }
}
