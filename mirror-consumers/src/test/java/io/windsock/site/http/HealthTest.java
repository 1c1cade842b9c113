package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Role;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestSite;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a site says about itself. */
class HealthTest {
  /** Of the apply loop, the database and what else a site has besides its server. */
  private static final Set<Metric> OF_THE_REST =
      EnumSet.of(
          Metric.SITE_LAG,
          Metric.SITE_APPLIED,
          Metric.STORE,
          Metric.STORE_COMPACTION,
          Metric.SITE_STALE,
          Metric.SITE_STALENESS,
          Metric.SITE_CUTOFF,
          Metric.SITE_TWIN,
          Metric.SITE_EPOCH,
          Metric.SITE_SNAPSHOT,
          Metric.SITE_DROPPED,
          Metric.SITE_COMMITS,
          Metric.SITE_UNCOMMITTED);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final FlightLog log =
      new FlightLog(4, 2, 30, List.of("EGLL"), () -> System.currentTimeMillis() - 40);
  private final TestSite site = TestSite.start("m1", 2);

  @AfterEach
  void stop() {
    site.close();
  }

  private JsonNode json(String target) throws IOException {
    return JSON.readTree(RawHttp.get(site.port(), target).body());
  }

  @Test
  void shouldNameTheSitesThisOneFirst() throws IOException {
    site.peers(List.of("http://127.0.0.1:7/", site.url()));
    site.apply(log.schedule());

    JsonNode sites = json("/v1/sites");

    assertThat(sites.get("site").asText()).isEqualTo("m1");
    assertThat(sites.get("role").asText()).isEqualTo("mirror");
    assertThat(sites.get("token").asText()).isEqualTo(site.token().toString());
    assertThat(sites.at("/sites/0/url").asText()).isEqualTo(site.url());
    assertThat(sites.at("/sites/0/self").asBoolean()).isTrue();
    assertThat(sites.at("/sites/1/url").asText()).isEqualTo("http://127.0.0.1:7");
    assertThat(sites.get("sites")).hasSize(2);
  }

  @Test
  void shouldNameItselfAsOthersReachIt() throws IOException {
    site.advertisedUrl("http://m1.example:8080/");
    site.peers(List.of("http://m2.example:8080", "http://m1.example:8080"));
    site.apply(log.schedule());

    JsonNode sites = json("/v1/sites").get("sites");

    assertThat(sites.findValuesAsText("url"))
        .containsExactly("http://m1.example:8080", "http://m2.example:8080");
    assertThat(sites.findValuesAsText("self")).containsExactly("true", "false");
  }

  @Test
  void shouldGiveTheSameDigestHoweverItIsComputed() throws IOException {
    site.apply(log.schedule());
    JsonNode verified = json("/v1/digest?verify=true");

    assertThat(verified.get("keys").asLong()).isEqualTo(30);
    assertThat(verified.get("digest")).isEqualTo(verified.get("recomputed"));
    assertThat(verified.get("consistent").asBoolean()).isTrue();
    assertThat(json("/v1/digest").get("digest")).isEqualTo(verified.get("digest"));
    site.apply(log.next(1));
    assertThat(json("/v1/digest").get("digest")).isNotEqualTo(verified.get("digest"));
  }

  @Test
  void shouldMeasureTheUpdateDelayWithAndWithoutClients() {
    site.apply(log.schedule());

    await().untilAsserted(() -> assertThat(count()).isEqualTo(30));
    assertThat(site.metric("windsock_update_delay_seconds_bucket{le=\"0.02\"}")).isZero();
    assertThat(site.metric("windsock_update_delay_seconds_sum")).isGreaterThan(30 * 0.039);
    try (RawHttp http = new RawHttp(site.port())) {
      assertThat(http.ask("GET", "/v1/subscribe?view=all").status()).isEqualTo(200);
      site.apply(log.next(20));
      await().untilAsserted(() -> assertThat(count()).isEqualTo(50));
    }
  }

  private double count() {
    return site.metric("windsock_update_delay_seconds_count");
  }

  @Test
  void shouldExposeEveryMetricOfTheServerUnderItsName() {
    RawHttp.get(site.port(), "/v1/views/all");
    String scrape = RawHttp.get(site.port(), "/metrics").text();
    for (Metric metric : Metric.of(Role.SITE)) {
      boolean labelled = metric == Metric.SITE_FAULTS || metric == Metric.SSE_CUT;
      if (!OF_THE_REST.contains(metric) && !labelled) { // those come with the first of their kind
        String name = metric.id().replace('.', '_');
        assertThat(scrape).as(metric.toString()).contains("# HELP " + name);
        assertThat(scrape).as(metric.toString()).contains(metric.meaning());
      }
    }
    assertThat(scrape).contains("jvm_memory_used_bytes").contains("windsock_site_ready 1.0");
  }

  @Test
  void shouldMeasureHowLongRequestsTakeByTheirRoute() {
    site.apply(log.schedule());
    String latency = "windsock_http_latency_seconds_count{route=\"%s\"}";

    RawHttp.get(site.port(), "/v1/views/all");
    RawHttp.get(site.port(), "/v1/views/all"); // from cached bytes
    RawHttp.get(site.port(), "/v1/sites");
    RawHttp.get(site.port(), "/v1/nothing");

    await()
        .untilAsserted(
            () -> {
              assertThat(site.metric(latency.formatted("views"))).isEqualTo(2);
              assertThat(site.metric(latency.formatted("sites"))).isEqualTo(1);
              assertThat(site.metric(latency.formatted("none"))).isEqualTo(1);
            });
    assertThat(site.metric("windsock_http_latency_seconds_sum{route=\"views\"}")).isPositive();
  }

  @Test
  void shouldMeasureInitialStateOfViewsStreamsAndResumesApart() {
    site.apply(log.schedule());
    RawHttp.Answer view = RawHttp.get(site.port(), "/v1/views/all");
    await().untilAsserted(() -> assertThat(initialStates("view")).isEqualTo(1));
    try (RawHttp http = new RawHttp(site.port())) {
      assertThat(http.ask("GET", "/v1/views/all", "If-None-Match", view.header("ETag")).status())
          .isEqualTo(304);
    }
    try (RawHttp fresh = new RawHttp(site.port());
        RawHttp resumed = new RawHttp(site.port())) {
      String after = "/v1/updates?after=" + site.token();
      assertThat(resumed.ask("GET", after).status()).isEqualTo(200);
      await().untilAsserted(() -> assertThat(initialStates("resume")).isEqualTo(1));
      await().untilAsserted(() -> assertThat(pending()).isZero());
      assertThat(initialStates("view")).isEqualTo(1);
      assertThat(initialStates("stream")).isZero();

      assertThat(fresh.ask("GET", "/v1/subscribe?view=all").status()).isEqualTo(200);

      await().untilAsserted(() -> assertThat(initialStates("stream")).isEqualTo(1));
      assertThat(initialStates("view")).isEqualTo(1);
      assertThat(initialStates("resume")).isEqualTo(1);
    }
  }

  @Test
  void shouldCountEveryAnswerInTheRateOfRequests() {
    site.apply(log.schedule());
    try (RawHttp http = new RawHttp(site.port());
        RawHttp stream = new RawHttp(site.port())) {
      String tag = http.ask("GET", "/v1/views/all").header("ETag");
      await().untilAsserted(() -> assertThat(site.load().answered()).isEqualTo(1));
      for (int i = 0; i < 3; i++) {
        http.ask("GET", "/v1/views/all"); // from cached bytes
        http.ask("GET", "/v1/views/all", "If-None-Match", tag); // unchanged, and cached
      }
      await().untilAsserted(() -> assertThat(site.load().answered()).isEqualTo(7));
      http.ask("GET", "/v1/nothing");
      stream.ask("GET", "/v1/subscribe?view=all");
      await().untilAsserted(() -> assertThat(site.load().answered()).isEqualTo(9));
    }
  }

  private double initialStates(String by) {
    return site.metric("windsock_initial_state_seconds_count{by=\"" + by + "\"}");
  }

  private double pending() {
    return site.metric("windsock_http_pending_requests");
  }
}
