package io.windsock.platform.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.platform.kafka.LogTopic;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class LinkTokensTest {
  private static final Uuid SOURCE = new Uuid(1, 2);
  private static final LogTopic TOPIC = new LogTopic("cluster", "t", new Uuid(3, 4), 1);
  private static final Token BEGIN = new Token(LogTopic.epoch(SOURCE), new long[] {0});
  private static final Token TARGETS_BEGIN = new Token(TOPIC.epoch(), new long[] {0});

  private final LinkTokens tokens = new LinkTokens();

  private static SourceTokens read() {
    SourceTokens read = new SourceTokens(TOPIC);
    read.last(
        new LinkPosition(
            1,
            1,
            Map.of("t", new TopicPair(SOURCE, TOPIC.id())),
            Map.of(),
            Map.of(),
            0,
            0,
            0,
            Map.of(),
            false));
    return read;
  }

  @Test
  void shouldNotKnowATokenUntilTheLinksAreRead() {
    assertThat(tokens.translate(BEGIN)).isInstanceOf(Translation.NotYet.class);
    tokens.read(Map.of());
    assertThat(tokens.translate(BEGIN)).isInstanceOf(Translation.None.class);
    tokens.read(Map.of("b", read()));
    assertThat(tokens.translate(BEGIN)).isEqualTo(new Translation.At(TARGETS_BEGIN, TARGETS_BEGIN));
    tokens.unread();
    assertThat(tokens.translate(BEGIN)).isInstanceOf(Translation.NotYet.class);
  }

  /** A client would be told for good that its position is unknown. */
  @Test
  void shouldAnswerFromWhatWasReadWhileTheLinksAreReadAgain() throws Exception {
    SourceTokens one = new SourceTokens(TOPIC);
    SourceTokens other = read();
    Map<String, SourceTokens> links = new HashMap<>(Map.of("a", one, "b", other));
    tokens.read(links);
    CompletableFuture<Translation> answer = new CompletableFuture<>();
    Thread asking = new Thread(() -> answer.complete(tokens.translate(BEGIN)));
    synchronized (one) {
      synchronized (other) {
        asking.start();
        await().until(() -> asking.getState() == Thread.State.BLOCKED);
        tokens.unread();
        links.replaceAll((link, before) -> new SourceTokens(TOPIC));
      }
    }

    assertThat(answer.get(60, TimeUnit.SECONDS))
        .isEqualTo(new Translation.At(TARGETS_BEGIN, TARGETS_BEGIN));
  }
}
