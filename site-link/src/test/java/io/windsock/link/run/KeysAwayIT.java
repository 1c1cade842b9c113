package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.stage.KeyRingException;
import io.windsock.link.stage.LinkKey;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys that are out of reach for a while, as those of a key management service. */
@Timeout(600)
class KeysAwayIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Sooner than a sender gives up a receiver that says nothing. */
  private static final Duration SOON = Duration.ofSeconds(30);

  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.FINE_GRAINED);

  /** A ring that can be taken away. */
  private static final class Ring implements KeyRing {
    private final KeyRing keys = Sites.keys("k1", 1);
    private volatile boolean away;

    private void reach() {
      if (away) {
        throw new KeyRingException("the keys are out of reach", new IOException("no answer"));
      }
    }

    @Override
    public LinkKey active() {
      reach();
      return keys.active();
    }

    @Override
    public @Nullable LinkKey find(String id) {
      reach();
      return keys.find(id);
    }
  }

  private final Ring sending = new Ring();
  private final Ring receiving = new Ring();

  private LinkReceiver receiver(Sites sites) {
    return LinkReceiver.start(
        new ReceiverConfig(sites.targetKafka, "127.0.0.1", 0, null, receiving, SHAPE, false));
  }

  private static void awaitAway(LinkSender sender) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(sender.status().state()).isEqualTo(State.CONNECTING);
              assertThat(sender.status().detail()).contains("the keys are out of reach");
            });
  }

  private static void awaitCopied(LinkSender sender, long records) {
    await().atMost(PATIENCE).until(() -> sender.status().records() == records);
  }

  @Test
  void shouldOpenASessionOnceTheSendersKeysAreThere() throws Exception {
    sending.away = true;
    try (Sites sites = new Sites();
        LinkReceiver receiver = receiver(sites);
        LinkSender sender = sites.sender(receiver.port(), SHAPE, sending, null)) {
      int written = sites.write(1_000, 1);
      awaitAway(sender);
      sending.away = false;
      awaitCopied(sender, written);
    }
  }

  @Test
  void shouldOpenASessionOnceTheReceiversKeysAreThere() throws Exception {
    receiving.away = true;
    try (Sites sites = new Sites();
        LinkReceiver receiver = receiver(sites);
        LinkSender sender = sites.sender(receiver.port(), SHAPE, sending, null)) {
      int written = sites.write(1_000, 1);
      awaitAway(sender);
      receiving.away = false;
      awaitCopied(sender, written);
    }
  }

  /** In the middle of a session: the next batch can't be encrypted, or not be decrypted. */
  @Test
  void shouldContinueOnceKeysThatWereTakenAwayAreBack() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = receiver(sites);
        LinkSender sender = sites.sender(receiver.port(), SHAPE, sending, null)) {
      int written = sites.write(1_000, 1);
      awaitCopied(sender, written);
      sending.away = true;
      written += sites.write(1_000, 2);
      awaitAway(sender);
      sending.away = false;
      awaitCopied(sender, written);
      receiving.away = true;
      written += sites.write(1_000, 3);
      awaitAway(sender);
      receiving.away = false;
      awaitCopied(sender, written);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(sites.atTarget()).isEqualTo(sites.atSource()));
    }
  }
}
