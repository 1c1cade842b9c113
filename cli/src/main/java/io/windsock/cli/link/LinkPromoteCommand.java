package io.windsock.cli.link;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.contracts.config.Failure;
import io.windsock.link.failover.FailOverException;
import io.windsock.link.failover.LinkPromotion;
import io.windsock.link.failover.LinkPromotion.Accept;
import io.windsock.link.failover.Promotion;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes the target of a link the primary. */
@Command(
    name = "promote",
    description = {
      "Make the target of a link the primary, and state what it has.",
      "A receiver that is still alive can't write any more, and a sender is refused. A link that moves"
          + " is only promoted with --fence, and a copy that was never whole, as one that was begun"
          + " anew, only with --incomplete."
    },
    footer = {
      "  windsock link promote -b backup:9092",
      "  windsock link promote -b backup:9092 --name main --fence",
    })
public final class LinkPromoteCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "main",
      description = "The link's name (default: ${DEFAULT-VALUE}).")
  private String name = "main";

  @Option(
      names = "--fence",
      description = "Promote although the link is moving; what is on its way is lost.")
  private boolean fence;

  @Option(
      names = "--incomplete",
      description =
          "Promote although the target never had all that the source had when the copy began, or"
              + " has lost some of it since.")
  private boolean incomplete;

  @Override
  public Integer call() throws InterruptedException {
    cluster.admin().close();
    try {
      Promotion done =
          new LinkPromotion(cluster.clientConfig(), name, InstantSource.system())
              .promote(accepted());
      common.output().element(done, () -> text(done));
      return ExitCode.OK;
    } catch (FailOverException e) {
      throw new Failure(String.valueOf(e.getMessage()), e);
    } catch (KafkaException e) {
      throw new Failure("link '" + name + "' was not promoted: " + e.getMessage(), e);
    }
  }

  private Accept[] accepted() {
    List<Accept> accepted = new ArrayList<>();
    if (fence) {
      accepted.add(Accept.MOVING);
    }
    if (incomplete) {
      accepted.add(Accept.INCOMPLETE);
    }
    return accepted.toArray(Accept[]::new);
  }

  private static String text(Promotion done) {
    StringBuilder text = new StringBuilder();
    text.append("link %s was promoted at %s\n".formatted(done.link(), at(done.promotedMs())));
    text.append(
        done.lastRecordMs() == 0
            ? "no record was copied before\n"
            : "last batch applied: %d, whose newest record is of %s\n"
                .formatted(done.batch(), at(done.lastRecordMs())));
    done.next()
        .forEach(
            (partition, next) ->
                text.append("  %s: offsets before %d\n".formatted(partition, next)));
    return text.append(
            "What the old primary has beyond them is not here. How much it is, is unknown until the"
                + " old primary can be read: see windsock link fail-back.")
        .toString();
  }

  private static Instant at(long ms) {
    return Instant.ofEpochMilli(ms);
  }
}
