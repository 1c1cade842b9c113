package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.contracts.position.Token;
import io.windsock.platform.testing.RawHttp;
import io.windsock.platform.testing.SchemaCheck;
import io.windsock.site.progress.Readiness;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.SseEvent;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestSite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds {@code openapi.yaml} and the running server against each other, both ways. */
class OpenApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FlightLog log = new FlightLog(5, 2, 20, List.of("EGLL", "CYYZ"), () -> 1000);
  private final Set<String> answered = new TreeSet<>();
  private final Set<String> parameters = new TreeSet<>();
  private final OneSnapshot snapshot;
  private JsonNode file;
  private SchemaCheck schemas;
  private TestSite site;
  private String token;

  OpenApiTest(@TempDir Path dir) throws IOException {
    snapshot = new OneSnapshot(dir);
  }

  @BeforeEach
  void start() throws IOException {
    try (InputStream in = SiteServer.class.getResourceAsStream("/io/windsock/site/openapi.yaml")) {
      file = new ObjectMapper(new YAMLFactory()).readTree(in);
    }
    schemas = new SchemaCheck(file);
    site = TestSite.start("m1", 1, 2, ServerConfig.at("127.0.0.1", 0));
    site.apply(log.schedule());
    token = RawHttp.get(site.port(), "/v1/sites").text();
    token = token.replaceAll(".*\"token\":\"([^\"]*)\".*", "$1");
  }

  @AfterEach
  void stop() {
    site.close();
  }

  @Test
  void shouldDescribeEveryRouteAndNoOther() {
    Set<String> described = new HashSet<>();
    file.get("paths").fieldNames().forEachRemaining(described::add);

    assertThat(described)
        .isEqualTo(Arrays.stream(Route.values()).map(Route::path).collect(Collectors.toSet()));
  }

  @Test
  void shouldAnswerAsDescribed() throws Exception {
    String state = "/v1/state/{key}";
    ask(state, 200, "application/json", "/v1/state/FL1");
    ask(state, 200, "application/avro", "/v1/state/FL1", "Accept", "application/avro");
    unchanged(state, "/v1/state/FL1");
    ask(state, 400, "application/json", "/v1/state/FL1?x=1");
    ask(state, 404, "application/json", "/v1/state/nobody");
    ask(state, 406, "application/json", "/v1/state/FL1", "Accept", "image/png");

    String views = "/v1/views/{view}";
    String arrivals = "/v1/views/arrivals?airport=EGLL";
    ask(views, 200, "application/json", arrivals + "&limit=3");
    ask(views, 200, "application/json", "/v1/views/all", "Accept-Encoding", "gzip");
    ask(views, 200, "application/avro", arrivals, "Accept", "application/avro");
    unchanged(views, arrivals);
    ask(views, 400, "application/json", "/v1/views/arrivals");
    ask(views, 404, "application/json", "/v1/views/none");
    ask(views, 406, "application/json", arrivals, "Accept", "image/png");

    for (String path : List.of("/v1/subscribe", "/v1/updates")) {
      ask(path, 200, "text/event-stream", path + "?view=arrivals&airport=EGLL&after=" + token);
      ask(path, 200, "text/event-stream", path + "?key=FL1", "Last-Event-ID", token);
      ask(path, 400, "application/json", path);
      ask(path, 404, "application/json", path + "?view=none&after=" + token);
      ask(path, 406, "application/json", path + "?key=FL1&after=" + token, "Accept", "image/png");
      ask(path, 503, "application/json", path + "?key=FL1&after=" + ahead());
    }

    ask("/v1/digest", 200, "application/json", "/v1/digest?verify=true");
    ask("/v1/digest", 400, "application/json", "/v1/digest?verify=perhaps");
    ask("/health/ready", 200, "application/json", "/health/ready");
    site.readiness(false, "catching up");
    ask("/v1/digest", 503, "application/json", "/v1/digest");
    ask(state, 503, "application/json", "/v1/state/FL1");
    ask(views, 503, "application/json", "/v1/views/departures?airport=EGLL");
    ask("/health/ready", 503, "application/json", "/health/ready");
    ask("/health/ready", 400, "application/json", "/health/ready?x=1");
    ask("/health/serving", 503, "application/json", "/health/serving");
    ask("/health/serving", 400, "application/json", "/health/serving?x=1");
    site.readiness(Readiness.Service.OLD, "cut off from Kafka for 40 s");
    ask(state, 200, "application/json", "/v1/state/FL1");
    unchanged(state, "/v1/state/FL1");
    ask(views, 200, "application/json", arrivals);
    ask("/v1/digest", 200, "application/json", "/v1/digest");
    ask("/health/ready", 503, "application/json", "/health/ready");
    ask("/health/serving", 200, "application/json", "/health/serving");
    site.readiness(true, "caught up");

    String part = "/v1/snapshot/{number}/files/{name}";
    ask("/v1/snapshot", 404, "application/json", "/v1/snapshot");
    ask("/v1/snapshot", 400, "application/json", "/v1/snapshot?x=1");
    site.snapshots(snapshot);
    ask("/v1/snapshot", 200, "application/json", "/v1/snapshot");
    ask(part, 200, "application/octet-stream", "/v1/snapshot/7/files/CURRENT");
    ask(part, 400, "application/json", "/v1/snapshot/7/files/CURRENT?x=1");
    ask(part, 404, "application/json", "/v1/snapshot/7/files/LOCK");
    try (OneSnapshot.Readers readers = snapshot.occupy(site.port())) {
      await().until(readers::allServed);
      ask(part, 503, "application/json", "/v1/snapshot/7/files/CURRENT");
    }

    for (String path : List.of("/v1/views", "/v1/sites", "/health/live")) {
      ask(path, 200, "application/json", path);
      ask(path, 400, "application/json", path + "?x=1");
    }
    ask("/metrics", 200, "text/plain", "/metrics");
    ask("/metrics", 400, "application/json", "/metrics?x=1");
    ask("/openapi.yaml", 200, "application/yaml", "/openapi.yaml");
    unchanged("/openapi.yaml", "/openapi.yaml");
    ask("/openapi.yaml", 400, "application/json", "/openapi.yaml?x=1");

    ask("/", 302, "", "/");
    ask("/", 400, "application/json", "/?x=1");
    ask("/board", 200, "text/html", "/board?airport=EGLL&kiosk");
    unchanged("/board", "/board");
    ask("/board", 400, "application/json", "/board?airport=%zz");
    String files = "/board/{file}";
    ask(files, 200, "text/javascript", "/board/board.js");
    ask(files, 200, "text/css", "/board/board.css");
    ask(files, 200, "image/svg+xml", "/board/icon.svg");
    ask(files, 200, "application/json", "/board/land.json");
    unchanged(files, "/board/rows.js");
    ask(files, 400, "application/json", "/board/board.js?x=1");
    ask(files, 404, "application/json", "/board/none.js");
    String libraries = "/webjars/{library}/dist/{file}";
    ask(libraries, 200, "text/javascript", "/webjars/d3-geo/dist/d3-geo.min.js");
    ask(libraries, 200, "text/javascript", "/webjars/d3-array/dist/d3-array.min.js");
    ask(libraries, 200, "text/javascript", "/webjars/internmap/dist/internmap.min.js");
    unchanged(libraries, "/webjars/d3-geo/dist/d3-geo.min.js");
    ask(libraries, 400, "application/json", "/webjars/d3-geo/dist/d3-geo.min.js?x=1");
    ask(libraries, 404, "application/json", "/webjars/jquery/dist/jquery.js");

    assertThat(answered).isEqualTo(describedAnswers());
    assertThat(parameters).isEqualTo(describedParameters());
  }

  private String ahead() {
    Token now = Token.parse(token);
    return new Token(now.epoch(), new long[] {now.next(0) + 10, now.next(1)}).toString();
  }

  private void unchanged(String path, String target) {
    String etag = RawHttp.get(site.port(), target).header("ETag");
    assertThat(etag).isNotEmpty();
    ask(path, 304, "", target, "If-None-Match", etag);
  }

  /** Asks, and holds the answer against what the file says of {@code path} and the status. */
  private void ask(String path, int status, String type, String target, String... headers) {
    RawHttp.Answer answer = RawHttp.get(site.port(), target, headers);
    assertThat(answer.status()).as(target + " " + answer.text()).isEqualTo(status);
    String actual = answer.header("Content-Type").split(";", -1)[0];
    assertThat(actual).as(target).isEqualTo(type);
    answered.add(path + " " + status + " " + type);
    noteParameters(path, target, headers);
    JsonNode described =
        schemas.resolve(
            file.path("paths").path(path).path("get").path("responses").path("" + status));
    assertThat(described.isMissingNode()).as(path + " " + status).isFalse();
    described
        .path("headers")
        .fieldNames()
        .forEachRemaining(name -> assertHeader(described.path("headers"), name, answer));
    if (type.equals("application/json") && answer.header("Content-Encoding").isEmpty()) {
      assertFits(described.path("content").path(type).path("schema"), answer.text(), target);
    }
  }

  private void assertHeader(JsonNode described, String name, RawHttp.Answer answer) {
    boolean onlyOld =
        schemas.resolve(described.path(name)).path("x-only-while-cut-off").asBoolean();
    boolean expected = !onlyOld || site.cutOffMs() > 0;
    assertThat(!answer.header(name).isEmpty()).as(name).isEqualTo(expected);
  }

  private void assertFits(JsonNode schema, String json, String what) {
    try {
      assertThat(schemas.faults(schemas.resolve(schema), JSON.readTree(json))).as(what).isEmpty();
    } catch (IOException e) {
      throw new AssertionError(what + " is not JSON: " + json, e);
    }
  }

  private void noteParameters(String path, String target, String... headers) {
    String query = target.contains("?") ? target.substring(target.indexOf('?') + 1) : "";
    for (JsonNode one : file.path("paths").path(path).path("get").path("parameters")) {
      JsonNode parameter = schemas.resolve(one);
      String name = parameter.get("name").asText();
      boolean used =
          switch (parameter.get("in").asText()) {
            case "path" -> true;
            case "header" -> List.of(headers).contains(name);
            default -> Arrays.stream(query.split("&", -1)).anyMatch(p -> p.startsWith(name + "="));
          };
      if (used) {
        parameters.add(path + " " + name);
      }
    }
  }

  private Set<String> describedAnswers() {
    Set<String> all = new TreeSet<>();
    file.get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .path("get")
                    .path("responses")
                    .properties()
                    .forEach(
                        response -> {
                          JsonNode content = schemas.resolve(response.getValue()).path("content");
                          String answer = path.getKey() + " " + response.getKey() + " ";
                          content.fieldNames().forEachRemaining(type -> all.add(answer + type));
                          if (content.isEmpty()) {
                            all.add(answer);
                          }
                        }));
    return all;
  }

  private Set<String> describedParameters() {
    Set<String> all = new TreeSet<>();
    file.get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .path("get")
                    .path("parameters")
                    .forEach(
                        parameter ->
                            all.add(
                                path.getKey()
                                    + " "
                                    + schemas.resolve(parameter).get("name").asText())));
    return all;
  }

  @Test
  void shouldSendEventsAsDescribed() {
    Queue<SseEvent> events = new ConcurrentLinkedQueue<>();
    try (SseStreams streams = new SseStreams()) {
      collect(streams, "/v1/subscribe?view=departures&airport=EGLL", "", events);
      await().until(() -> has(events, "live"));
      collect(streams, "/v1/subscribe?view=departures&airport=EGLL", token, events);
      collect(streams, "/v1/subscribe?key=" + FlightLog.key(0), token, events);
      for (int i = 0; i < 60; i++) {
        site.apply(log.next(5));
      }
      site.apply(log.boarded(3));
      await().until(() -> has(events, "heartbeat") && has(events, "remove"));
      await().until(() -> has(events, "derived"));
      site.readiness(Readiness.Service.OLD, "cut off from Kafka for 40 s");
      await().until(() -> has(events, "stale"));
      site.stopServing();
      await().until(() -> has(events, "cut"));
    }
    JsonNode described = file.at("/paths/~1v1~1subscribe/get/x-events");
    Set<String> names = new HashSet<>();
    described.fieldNames().forEachRemaining(names::add);
    Set<String> seen = events.stream().map(SseEvent::name).collect(Collectors.toSet());
    seen.add("wait"); // only where a client has to: see WaitTest
    assertThat(seen).isEqualTo(names);
    for (SseEvent event : events) {
      assertFits(described.path(event.name()).path("data"), event.data(), event.name());
      if (!described.path(event.name()).path("id").asBoolean()) {
        assertThat(event.id()).as(event.toString()).isEmpty();
      }
    }
  }

  private static boolean has(Queue<SseEvent> events, String name) {
    return events.stream().anyMatch(event -> event.name().equals(name));
  }

  private void collect(SseStreams streams, String target, String after, Queue<SseEvent> events) {
    streams.open(
        site.url(),
        target,
        after,
        0,
        new SseStreams.Listener() {
          @Override
          public void opened(int status, Map<String, String> headers) {
            assertThat(headers.getOrDefault("content-type", ""))
                .isEqualToIgnoringCase("text/event-stream; charset=utf-8");
          }

          @Override
          public void event(SseEvent event) {
            events.add(event);
          }

          @Override
          public void closed(String why) {}
        });
  }
}
