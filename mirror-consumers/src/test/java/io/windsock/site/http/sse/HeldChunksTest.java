package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.Mark;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldChunksTest {
  private final HeldChunks held = new HeldChunks(10);

  private static Chunk chunk(int bytes) {
    return new Chunk(Buffer.buffer("x".repeat(bytes)), List.of(), new Mark(1, "t", 0));
  }

  @Test
  void shouldHoldChunksUpToItsBoundInTheirOrder() {
    Chunk first = chunk(4);
    Chunk last = chunk(6);
    held.add(first);
    held.add(last);

    assertThat(held.dropped()).isFalse();
    assertThat(held.take()).containsExactly(first, last);
    assertThat(held.take()).isEmpty();
  }

  @Test
  void shouldDropAllBeyondItsBoundAndAllThatFollow() {
    held.add(chunk(4));
    held.add(chunk(7));
    held.add(chunk(1));

    assertThat(held.dropped()).isTrue();
    assertThat(held.take()).isEmpty();
  }

  @Test
  void shouldHoldAgainOnceItIsCleared() {
    held.add(chunk(11));
    held.clear();
    held.add(chunk(10));

    assertThat(held.dropped()).isFalse();
    assertThat(held.take()).hasSize(1);
  }

  /** A chunk may be the one too much for its client, whose stream then holds nothing more. */
  @Test
  void shouldBeClearableWhileWhatItHeldIsSent() {
    held.add(chunk(1));
    held.add(chunk(1));
    int sent = 0;
    for (Chunk ignored : held.take()) {
      held.clear();
      sent++;
    }

    assertThat(sent).isEqualTo(2);
  }
}
