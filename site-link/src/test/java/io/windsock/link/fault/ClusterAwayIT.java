package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.windsock.embedded.FreePort;
import io.windsock.link.failover.FailBack;
import io.windsock.link.failover.LinkPromotion;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clusters that do not answer: that is said after 15 s, not after all that was asked in vain. */
@Timeout(300)
class ClusterAwayIT {
  /** Kafka's own bound is a minute. */
  private static final Duration SOON = Duration.ofSeconds(50);

  private static Map<String, Object> away() {
    return Map.of("bootstrap.servers", "127.0.0.1:" + FreePort.any());
  }

  @Test
  void shouldSayWhyASenderHasNoSession() throws Exception {
    try (LinkSender sender =
        LinkSender.start(
            Sites.senderConfig("main", away(), 1, LinkRun.TWO_STAGE, Sites.keys("k1", 1), null))) {
      await()
          .atMost(SOON)
          .untilAsserted(() -> assertThat(sender.status().detail()).contains("did not answer"));
    }
  }

  @Test
  void shouldSayWhyNothingIsPromotedAndNothingDiscarded() throws Exception {
    Map<String, Object> away = away();
    assertTimeout(
        SOON,
        () ->
            assertThatThrownBy(
                    () -> new LinkPromotion(away, "main", InstantSource.system()).promote())
                .isInstanceOf(KafkaException.class));
    assertTimeout(
        SOON,
        () -> {
          try (FailBack failBack = new FailBack(away, away, "main")) {
            assertThatThrownBy(failBack::survey).isInstanceOf(KafkaException.class);
          }
        });
  }
}
