package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.stage.KeyFile;
import io.windsock.link.stage.LinkKey;
import io.windsock.link.stats.LinkCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rotation of keys as docs/link.md describes it, while the link copies. */
@Timeout(600)
class RotationIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.HYBRID);
  private static final int AT_A_TIME = 1_000;

  private final Path atReceiver;
  private final Path atSender;
  private int written;

  RotationIT(@TempDir Path folder) {
    atReceiver = folder.resolve("receiver");
    atSender = folder.resolve("sender");
  }

  /** Replaces a file by one of these keys; the last one encrypts. */
  private static void put(Path file, String... ids) throws IOException {
    List<String> lines = Stream.of(ids).map(RotationIT::line).toList();
    Path next = Files.write(file.resolveSibling("next"), lines);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String line(String id) {
    byte[] secret = new byte[LinkKey.BYTES];
    Arrays.fill(secret, (byte) id.hashCode());
    return id + " = " + Base64.getEncoder().encodeToString(secret);
  }

  /** Copies some records; returns the key that both sides say they had. */
  private String copy(Sites sites, LinkSender sender, LinkReceiver receiver) {
    written += sites.write(AT_A_TIME, written + 1);
    LinkCounts sent = sender.stats().counts();
    LinkCounts received = receiver.stats().counts();
    await().atMost(PATIENCE).until(() -> sent.totals().all().records() >= written);
    await().atMost(PATIENCE).until(() -> received.totals().all().records() >= written);
    assertThat(sender.status().records()).as("nothing is sent twice").isEqualTo(written);
    assertThat(received.totals().all().records()).isEqualTo(written);
    String key = Objects.requireNonNull(sent.totals().key());
    assertThat(received.totals().key()).isEqualTo(key);
    return key;
  }

  @Test
  void shouldEncryptWithTheNewKeyInTheSameSession() throws Exception {
    put(atReceiver, "old");
    put(atSender, "old");
    try (Sites sites = new Sites();
        LinkReceiver receiver =
            LinkReceiver.start(
                new ReceiverConfig(
                    sites.targetKafka,
                    "127.0.0.1",
                    0,
                    null,
                    KeyFile.open(atReceiver),
                    SHAPE,
                    false));
        LinkSender sender = sites.sender(receiver.port(), SHAPE, KeyFile.open(atSender), null)) {
      assertThat(copy(sites, sender, receiver)).isEqualTo("old");
      put(atReceiver, "old", "new");
      assertThat(copy(sites, sender, receiver)).isEqualTo("old");
      put(atSender, "old", "new");
      assertThat(copy(sites, sender, receiver)).isEqualTo("new");
      put(atSender, "new");
      assertThat(copy(sites, sender, receiver)).isEqualTo("new");
      put(atReceiver, "new");
      assertThat(copy(sites, sender, receiver)).isEqualTo("new");

      assertThat(sender.status().state()).isEqualTo(State.SENDING);
      assertThat(sender.status().epoch()).isEqualTo(1);
      assertThat(receiver.stats().counts().totals().sessions()).isEqualTo(1);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(sites.atTarget()).isEqualTo(sites.atSource()));
    }
  }
}
