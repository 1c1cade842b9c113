package io.windsock.control.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.control.state.ControllerStatus;
import io.windsock.control.testing.MemoryController;
import io.windsock.control.testing.MemoryStorms;
import io.windsock.control.testing.Samples;
import io.windsock.platform.testing.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client sees that watches. */
@Timeout(180)
class WatchTest {
  private final MemoryController controller = MemoryController.start(0, new MemoryStorms());
  private final int port = controller.server().port();

  @AfterEach
  void stop() {
    controller.close();
  }

  /** A stream, read line by line. */
  private static final class Stream implements AutoCloseable {
    private final RawHttp http;

    Stream(int port) {
      http = new RawHttp(port);
      RawHttp.Answer head = http.ask("GET", "/v1/watch", "Accept", "text/event-stream");
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("Content-Type")).startsWith("text/event-stream");
    }

    /** The next event, as {@code name data}; chunks' lengths and blank lines are left out. */
    String next() {
      String name = "";
      while (true) {
        String line = line();
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          return name + " " + line.substring(6);
        }
      }
    }

    private String line() {
      try {
        return http.line();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    List<String> until(String name) {
      List<String> events = new ArrayList<>();
      do {
        events.add(next());
      } while (!events.get(events.size() - 1).startsWith(name + " "));
      return events;
    }

    @Override
    public void close() {
      http.close();
    }
  }

  private static List<String> names(List<String> events) {
    return events.stream().map(event -> event.substring(0, event.indexOf(' '))).toList();
  }

  /** A block with no event of its own makes some clients hand on an empty message. */
  @Test
  void shouldSayInItsFirstEventWhenToReconnect() {
    try (Stream stream = new Stream(port)) {
      stream.line(); // the chunk's length
      assertThat(stream.line()).isEqualTo("retry: 2000");
      assertThat(stream.line()).startsWith("event: ");
    }
  }

  @Test
  void shouldBeginWithAllThatIsKnown() {
    controller.hear(Samples.site("mirror-1", "mirror", 1, 4));
    controller.hear(Samples.topology("t1", 1, 100));
    controller.hear(Samples.gateway("gateway-1", 1, 100));
    controller.decide(Samples.decision(1, 2, "normal", "busy", "first"));
    controller.decide(Samples.decision(2, 3, "busy", "normal", "second"));
    controller.commit(Samples.commitPoint(3));
    try (Stream stream = new Stream(port)) {
      List<String> events = stream.until("live");
      assertThat(names(events))
          .containsExactly(
              "standing",
              "parameters",
              "decision",
              "decision",
              "commit",
              "topology",
              "site",
              "gateway",
              "live");
      assertThat(events.get(2)).contains("first");
      assertThat(events.get(3)).contains("second");
    }
  }

  @Test
  void shouldTellWhatHappensAsItHappens() {
    try (Stream stream = new Stream(port)) {
      stream.until("live");
      controller.hear(Samples.site("mirror-1", "mirror", 1, 613));
      assertThat(stream.until("site").toString()).contains("\"pending\":613");
      controller.hear(Samples.gateway("gateway-1", 1, 250));
      assertThat(stream.until("gateway").toString()).contains("\"calls\":250");
      controller.decide(Samples.decision(1, 2, "normal", "busy", "pending requests reached 613"));
      assertThat(stream.until("decision").toString()).contains("pending requests reached 613");
      controller.change(Samples.parameters(9, 1));
      assertThat(stream.until("parameters").toString()).contains("\"epoch\":9");
      controller.commit(Samples.commitPoint(77));
      assertThat(stream.until("commit").toString()).contains("77");
      controller.enter(ControllerStatus.Phase.WAITING, "fenced by c2");
      assertThat(stream.until("standing").toString()).contains("fenced by c2");
      stream.until("heartbeat");
      stream.until("storm");
    }
  }

  @Test
  void shouldSayThatItStops() {
    try (Stream stream = new Stream(port)) {
      stream.until("live");
      controller.server().close();
      assertThat(stream.until("cut").toString()).contains("the controller stops");
    }
  }

  @Test
  void shouldForgetWhoHasGone() {
    Stream stream = new Stream(port);
    stream.until("live");
    assertThat(controller.metrics().scrape()).contains("windsock_sse_clients 1.0");
    stream.close();
    await().until(() -> controller.metrics().scrape().contains("windsock_sse_clients 0.0"));
  }

  @Test
  void shouldTurnAwayMoreThanItMayHave() {
    List<Stream> streams = new ArrayList<>();
    try {
      for (int i = 0; i < Watchers.MAX; i++) {
        streams.add(new Stream(port));
      }
      RawHttp.Answer answer = RawHttp.get(port, "/v1/watch");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text()).contains("the maximum number of streams: " + Watchers.MAX);
    } finally {
      streams.forEach(Stream::close);
    }
  }

  @Test
  void shouldCutAClientThatTakesNothingWhileOthersFollow() {
    try (Stream stalled = new Stream(port);
        Stream follower = new Stream(port)) {
      stalled.until("live");
      follower.until("live");
      String reason = "x".repeat(100_000);
      await()
          .pollInterval(Duration.ofMillis(5))
          .until(
              () -> {
                controller.decide(Samples.decision(1, 2, "normal", "busy", reason));
                follower.until("decision"); // so that it never has more than one to take
                return controller
                    .metrics()
                    .scrape()
                    .contains("cut_clients_total{reason=\"slow\"} 1.0");
              });
      controller.commit(Samples.commitPoint(1));
      assertThat(follower.until("commit")).isNotEmpty();
      assertThat(controller.metrics().scrape()).contains("cut_clients_total{reason=\"slow\"} 1.0");
    }
  }

  @Test
  void shouldStreamNothingButEvents() {
    assertThat(RawHttp.get(port, "/v1/watch", "Accept", "image/png").status()).isEqualTo(406);
    assertThat(RawHttp.ask(port, "HEAD", "/v1/watch").status()).isEqualTo(405);
  }
}
