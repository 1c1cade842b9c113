package io.windsock.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.platform.testing.RawHttp;
import io.windsock.platform.testing.SchemaCheck;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds {@code openapi.yaml} and the running server against each other, both ways. */
@Timeout(240)
class OpenApiTest {
  private static final String JSON = "application/json";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final TestSiteServer site = new TestSiteServer("m1");
  private final TestGateway gateway = new TestGateway(TestGateway.LONG, site.address());
  private final Set<String> answered = new TreeSet<>();
  private JsonNode file;
  private SchemaCheck schemas;

  @BeforeEach
  void read() throws IOException {
    String name = "/io/windsock/gateway/openapi.yaml";
    try (InputStream in = GatewayHttp.class.getResourceAsStream(name)) {
      file = new ObjectMapper(new YAMLFactory()).readTree(in);
    }
    schemas = new SchemaCheck(file);
    gateway.calls.put("k", "{}");
  }

  @AfterEach
  void stop() {
    gateway.close();
    site.close();
  }

  @Test
  void shouldDescribeEveryRouteAndMethodAndNoOther() {
    Map<String, Set<String>> served = new TreeMap<>();
    for (Route route : Route.values()) {
      served.put(route.path(), new TreeSet<>(route.methods()));
      served.get(route.path()).remove("HEAD");
    }
    Map<String, Set<String>> described = new TreeMap<>();
    for (Map.Entry<String, JsonNode> path : file.get("paths").properties()) {
      Set<String> methods = new TreeSet<>();
      path.getValue().fieldNames().forEachRemaining(m -> methods.add(m.toUpperCase(Locale.ROOT)));
      described.put(path.getKey(), methods);
    }
    assertThat(described).isEqualTo(served);
  }

  @Test
  void shouldAnswerAsDescribed() {
    await().until(() -> gateway.get("/v1/query/views/all").status() == 200);
    queries("/v1/query/state/{key}", "/v1/query/state/k");
    queries("/v1/query/views/{view}", "/v1/query/views/all");
    String state = "/v1/query/state/{key}";
    get(state, 404, JSON, "/v1/query/state/ABSENT");
    get("/v1/query/views/{view}", 404, JSON, "/v1/query/views/none");
    get(state, 502, JSON, "/v1/query/state/FAILED");
    get(state, 503, JSON, "/v1/query/state/BUSY");
    drain();
    for (String path : List.of("/v1/status", "/v1/sites", "/health/live", "/health/ready")) {
      get(path, 200, JSON, path);
      get(path, 400, JSON, path + "?colour=red");
    }
    gateway.ready = false;
    get("/health/ready", 503, JSON, "/health/ready");
    get("/metrics", 200, "text/plain", "/metrics");
    get("/metrics", 400, JSON, "/metrics?x=1");
    get("/openapi.yaml", 200, "application/yaml", "/openapi.yaml");
    String etag = gateway.get("/openapi.yaml").header("ETag");
    get("/openapi.yaml", 304, "", "/openapi.yaml", "If-None-Match", etag);
    get("/openapi.yaml", 400, JSON, "/openapi.yaml?x=1");
    get("/", 302, "", "/");
    get("/", 400, JSON, "/?x=1");

    Set<String> described = described();
    // The outcomes of calls for views are those of calls for keys.
    described.removeIf(what -> what.matches("get /v1/query/views/\\{view} 50[23] .*"));
    // UpdatesIT holds updates against the file.
    described.removeIf(what -> what.startsWith("post /v1/updates/"));
    assertThat(answered).isEqualTo(described);
  }

  private void queries(String path, String target) {
    get(path, 200, JSON, target);
    get(path, 400, JSON, target, "Deadline-Ms", "0");
    get(path, 406, JSON, target, "Accept", "image/png");
    gateway.calls.delayMs = 6_000;
    try (RawHttp first = new RawHttp(gateway.port())) {
      first.request("GET", target, "Request-Id", "twice", "Deadline-Ms", "60000");
      await().until(() -> gateway.calls.pending() == 1);
      get(path, 409, JSON, target, "Request-Id", "twice");
      first.answer(false);
    }
    get(path, 504, JSON, target);
    gateway.calls.delayMs = 1;
  }

  private void drain() {
    String path = "/v1/sites/{site}/drain";
    for (String method : List.of("POST", "DELETE")) {
      drain(method, path, 200, "/v1/sites/m1/drain");
      drain(method, path, 400, "/v1/sites/m1/drain?x=1");
      drain(method, path, 403, "/v1/sites/m1/drain", "Origin", "null");
      drain(method, path, 404, "/v1/sites/m9/drain");
    }
  }

  private void drain(String method, String path, int status, String target, String... headers) {
    RawHttp.Answer answer = RawHttp.ask(gateway.port(), method, target, headers);
    note(method.toLowerCase(Locale.ROOT), path, status, JSON, answer);
  }

  private void get(String path, int status, String type, String target, String... headers) {
    note("get", path, status, type, gateway.get(target, headers));
  }

  /** Holds an answer against what the file says of the path, the method and the status. */
  private void note(String method, String path, int status, String type, RawHttp.Answer answer) {
    String what = method + " " + path + " " + status;
    assertThat(answer.status()).as(what + " " + answer.text()).isEqualTo(status);
    assertThat(answer.header("Content-Type").split(";", -1)[0]).as(what).isEqualTo(type);
    JsonNode described =
        schemas.resolve(
            file.path("paths").path(path).path(method).path("responses").path("" + status));
    assertThat(described.isMissingNode()).as(what).isFalse();
    answered.add(what + " " + type);
    described
        .path("headers")
        .fieldNames()
        .forEachRemaining(name -> assertThat(answer.header(name)).as(name).isNotEmpty());
    if (type.equals(JSON)) {
      JsonNode schema = described.path("content").path(type).path("schema");
      assertThat(schemas.faults(schemas.resolve(schema), json(answer)))
          .as(what + " " + answer.text())
          .isEmpty();
    }
  }

  private static JsonNode json(RawHttp.Answer answer) {
    try {
      return MAPPER.readTree(answer.body());
    } catch (IOException e) {
      throw new AssertionError(answer.text(), e);
    }
  }

  private Set<String> described() {
    Set<String> all = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : file.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        described(all, path.getKey(), method);
      }
    }
    return all;
  }

  private void described(Set<String> all, String path, Map.Entry<String, JsonNode> method) {
    for (Map.Entry<String, JsonNode> response : method.getValue().path("responses").properties()) {
      if (response.getKey().equals("default")) {
        continue; // passed through; the site's file describes it
      }
      String answer = method.getKey() + " " + path + " " + response.getKey() + " ";
      JsonNode content = schemas.resolve(response.getValue()).path("content");
      content.fieldNames().forEachRemaining(type -> all.add(answer + type));
      if (content.isEmpty()) {
        all.add(answer);
      }
    }
  }
}
