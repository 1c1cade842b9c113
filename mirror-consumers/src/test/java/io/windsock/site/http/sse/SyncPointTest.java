package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.Event;
import io.windsock.site.event.Mark;
import io.windsock.site.event.SseText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyncPointTest {
  private static final SyncPoint POINT = new SyncPoint(5, "at5");

  /** A chunk with an event of each of these batches. */
  private static Chunk chunk(long end, long... batches) {
    List<Event> events = new ArrayList<>();
    for (long batch : batches) {
      byte[] payload = ("data: " + batch + "\n").getBytes(StandardCharsets.UTF_8);
      events.add(new Event("k" + batch, payload, batch));
    }
    return new Chunk(Buffer.buffer("whole"), events, new Mark(end, "at" + end, 77));
  }

  @Test
  void shouldPassOnWhatIsLaterAsItIs() {
    Chunk later = chunk(7, 6, 7);

    assertThat(POINT.news(later)).isSameAs(later);
    assertThat(SyncPoint.NONE.news(later)).isSameAs(later);
  }

  @Test
  void shouldLeaveOutWhatTheSnapshotContains() {
    assertThat(POINT.news(chunk(5, 4, 5))).isNull();
    assertThat(POINT.news(chunk(4))).isNull();
  }

  @Test
  void shouldPassOnThePartThatIsLater() {
    Chunk news = POINT.news(chunk(7, 5, 6));

    assertThat(news).isNotNull();
    assertThat(news.events()).extracting(Event::batch).containsExactly(6L);
    assertThat(news.end()).isEqualTo(new Mark(7, "at7", 77));
    assertThat(news.bytes().toString()).startsWith("data: 6\n\n").contains("at7");
  }

  /** Events of a conflated round may belong to later batches than its position. */
  @Test
  void shouldNotGoBackToAPositionBeforeTheSnapshot() {
    Chunk news = POINT.news(chunk(4, 3, 6));

    assertThat(news).isNotNull();
    assertThat(news.end()).isEqualTo(new Mark(5, "at5", 77));
    assertThat(news.bytes().toString()).isEqualTo("data: 6\n\n");
  }

  @Test
  void shouldBeatAtTheLaterPosition() {
    Chunk later = SseText.heartbeatChunk(new Mark(5, "x", 77));
    Chunk earlier = SseText.heartbeatChunk(new Mark(4, "x", 77));

    assertThat(POINT.heartbeat(later)).isSameAs(later);
    assertThat(POINT.heartbeat(earlier).end()).isEqualTo(new Mark(5, "at5", 77));
    assertThat(POINT.heartbeat(earlier).bytes())
        .isEqualTo(SseText.heartbeat(new Mark(5, "at5", 77)));
  }
}
