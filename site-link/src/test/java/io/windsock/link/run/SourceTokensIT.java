package io.windsock.link.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.platform.copy.LinkWatch;
import io.windsock.platform.copy.Translation;
import io.windsock.platform.kafka.LogTopic;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** Tokens of the source are translated at the target by what a real link keeps there. */
class SourceTokensIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.TWO_STAGE);

  @Test
  void shouldPlaceATokenWithinTheFirstBatch() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(SHAPE, null);
        Admin source = Admin.create(sites.sourceKafka);
        Admin target = Admin.create(sites.targetKafka)) {
      int written = sites.write(1_000, 1);
      try (LinkSender sender = sites.sender(receiver.port(), SHAPE, Sites.keys("k1", 1), null)) {
        await().atMost(PATIENCE).until(() -> sender.status().records() == written);
      }
      LogTopic from = LogTopic.find(source, "a", PATIENCE);
      LogTopic to = LogTopic.find(target, "a", PATIENCE);

      try (LinkWatch watch = LinkWatch.start(sites.targetKafka, to, target, began -> {})) {
        Token token = new Token(from.epoch(), new long[] {1, 1, 1});
        await()
            .atMost(PATIENCE)
            .until(() -> !(watch.translate(token) instanceof Translation.NotYet));

        assertThat(watch.translate(token)).isInstanceOf(Translation.At.class);
        Translation.At at = (Translation.At) watch.translate(token);
        assertThat(at.before()).isEqualTo(new Token(to.epoch(), new long[] {0, 0, 0}));
        assertThat(at.after().covers(at.before())).isTrue();
      }
    }
  }
}
