package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.query.Answer;
import io.windsock.platform.http.HttpService;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.Requester;
import io.windsock.site.testing.TestSite;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls do not wait for what displays do to the event loops of HTTP. */
class CallLoopsTest {
  private final FlightLog log = new FlightLog(4, 2, 30, List.of("EGLL"), () -> 1_000);
  private final TestSite site = TestSite.start("m1", 2);
  private final HttpClient http = HttpClient.newHttpClient();
  private final Set<String> busy = ConcurrentHashMap.newKeySet();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void stop() {
    release.countDown();
    site.close();
  }

  @Test
  void shouldAnswerCallsWhileTheLoopsOfHttpAreBusy() {
    site.apply(log.schedule());
    try (Requester requester = new Requester(site.linkUrl(), "r1", false)) {
      site.hold(thread -> thread.startsWith("vert.x-eventloop") && busy.add(thread), release);
      await()
          .until(
              () -> {
                ask();
                return busy.size() == HttpService.LOOPS;
              });

      Answer answer = requester.ask(Requester.key("c1", FlightLog.key(0)));

      assertThat(answer.status()).isEqualTo(Answer.Status.FOUND);
    }
  }

  /** Requests something from another origin, on a connection of its own, and waits for nothing. */
  private void ask() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(site.url() + "/v1/views"))
            .header("Origin", "http://other.example")
            .build();
    var unused = http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
  }
}
