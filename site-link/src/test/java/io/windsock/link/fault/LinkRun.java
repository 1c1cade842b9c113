package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.run.Contents;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus;
import java.time.Duration;
import java.util.Map;

/** What tests do with a sender and a receiver in this process. */
final class LinkRun {
  static final PipelineShape TWO_STAGE = PipelineShape.of(PipelineKind.TWO_STAGE);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(100);

  private LinkRun() {}

  static LinkSender sender(Sites sites, int port) {
    return sites.sender(port, TWO_STAGE, Sites.keys("k1", 1), null);
  }

  static LinkSender sender(Sites sites, LinkReceiver receiver) {
    return sender(sites, receiver.port());
  }

  static void awaitStatus(LinkSender sender, SenderStatus.State state, String detail) {
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .untilAsserted(
            () -> {
              assertThat(sender.status().state()).isEqualTo(state);
              assertThat(sender.status().detail()).contains(detail);
            });
    assertThat(sender.status().detail().lines()).hasSize(1);
  }

  static void awaitRecords(LinkSender sender, long records) {
    await().atMost(PATIENCE).pollInterval(LOOK).until(() -> sender.status().records() >= records);
  }

  /** Waits until the target has what the source has. */
  static void awaitCopied(Sites sites, long records) {
    await()
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .ignoreExceptions() // the topics are being created
        .untilAsserted(
            () -> {
              Map<String, Contents> target = sites.atTarget();
              assertThat(target.values().stream().mapToLong(Contents::records).sum())
                  .isEqualTo(records);
              assertThat(target).isEqualTo(sites.atSource());
            });
  }
}
