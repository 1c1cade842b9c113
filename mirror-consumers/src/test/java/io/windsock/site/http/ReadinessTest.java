package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.platform.testing.RawHttp;
import io.windsock.site.progress.Readiness;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.SseEvent;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestSite;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A site that is not ready treats cached answers, new requests and open streams alike. */
class ReadinessTest {
  private static final String VIEW = "/v1/views/all";
  private static final String WHY = "my offset was trimmed away";

  private final FlightLog log = new FlightLog(7, 2, 20, List.of("EGLL"), () -> 1000);
  private final TestSite site = TestSite.start("m1", 2);
  private final SseStreams streams = new SseStreams();
  private final Queue<SseEvent> events = new ConcurrentLinkedQueue<>();
  private final Queue<String> ends = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void fill() {
    site.peers(List.of("http://127.0.0.1:7"));
    site.apply(log.schedule());
  }

  @AfterEach
  void stop() {
    streams.close();
    site.close();
  }

  private void subscribe() {
    streams.open(site.url(), "/v1/subscribe?view=all", "", 0, new Recorder());
    await().until(() -> names().contains("live"));
  }

  private List<String> names() {
    return events.stream().map(SseEvent::name).toList();
  }

  private SseEvent last(String name) {
    return events.stream().filter(it -> it.name().equals(name)).reduce((a, b) -> b).orElseThrow();
  }

  private final class Recorder implements SseStreams.Listener {
    @Override
    public void opened(int status, Map<String, String> headers) {}

    @Override
    public void event(SseEvent event) {
      events.add(event);
    }

    @Override
    public void closed(String why) {
      ends.add(why);
    }
  }

  @Test
  void shouldRefuseAViewWhoseBytesAreCachedAsAnyOther() {
    RawHttp.get(site.port(), VIEW);
    assertThat(RawHttp.get(site.port(), VIEW).status()).isEqualTo(200);
    assertThat(site.metric("windsock_view_hits_requests_total")).isEqualTo(1);

    site.readiness(false, WHY);

    for (String target :
        List.of(VIEW, "/v1/views/arrivals?airport=EGLL", "/v1/subscribe?view=all")) {
      RawHttp.Answer refused = RawHttp.get(site.port(), target);
      assertThat(refused.status()).as(target).isEqualTo(503);
      assertThat(refused.header("Retry-After")).isEqualTo("2");
      assertThat(refused.text()).contains(WHY, site.url(), "http://127.0.0.1:7");
    }
    site.readiness(true, "follows the log");
    assertThat(RawHttp.get(site.port(), VIEW).status()).isEqualTo(200);
  }

  @Test
  void shouldCutOpenStreamsWithTheReason() {
    subscribe();

    site.readiness(false, WHY);

    await().until(() -> !ends.isEmpty());
    assertThat(last("cut").data()).contains("the site is not ready", WHY);
    String cut = "windsock_sse_cut_clients_total{reason=\"the site is not ready\"}";
    await().untilAsserted(() -> assertThat(site.metric(cut)).isEqualTo(1));
    await().until(() -> site.metric("windsock_sse_clients") == 0);
  }

  @Test
  void shouldServeWhatIsOldAndSayHowOldItIs() {
    RawHttp.get(site.port(), VIEW);
    subscribe();

    site.readiness(Readiness.Service.OLD, "cut off from Kafka for 40 s");

    await().until(() -> names().contains("stale"));
    assertThat(last("stale").id()).isEmpty();
    assertThat(last("stale").data()).contains("cut off from Kafka for 40 s", "\"ms\":4");
    List<String> targets =
        List.of(VIEW, "/v1/views/arrivals?airport=EGLL", "/v1/digest", "/v1/state/" + key());
    for (String target : targets) {
      RawHttp.Answer old = RawHttp.get(site.port(), target);
      assertThat(old.status()).as(target).isEqualTo(200);
      assertThat(Integer.parseInt(old.header("Windsock-Stale"))).as(target).isBetween(40, 99);
    }
    RawHttp.Answer ready = RawHttp.get(site.port(), "/health/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.text()).contains("cut off from Kafka for 40 s");
    int seen = events.size();
    site.readiness(true, "follows the log");

    await().until(() -> names().lastIndexOf("heartbeat") >= seen);
    assertThat(RawHttp.get(site.port(), VIEW).header("Windsock-Stale")).isEmpty();
    assertThat(ends).isEmpty();
  }

  private String key() {
    return last("rows").data().replaceFirst("(?s).*?\"key\":\"([^\"]*)\".*", "$1");
  }

  @Test
  void shouldTellAClientThatComesWhileTheSiteIsOld() {
    site.readiness(Readiness.Service.OLD, "cut off from Kafka for 40 s");

    subscribe();

    await().until(() -> names().contains("stale"));
    assertThat(names()).containsSubsequence("reset", "rows", "live", "stale");
    assertThat(names()).doesNotContain("heartbeat");
  }

  @Test
  void shouldKeepTheStreamsOfASiteThatIsReady() {
    subscribe();
    site.apply(log.next(5));

    await().until(() -> names().contains("heartbeat"));
    assertThat(names()).doesNotContain("cut");
    assertThat(ends).isEmpty();
  }
}
