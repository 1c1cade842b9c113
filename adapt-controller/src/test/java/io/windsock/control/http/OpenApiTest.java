package io.windsock.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.control.state.ControllerStatus;
import io.windsock.control.testing.MemoryController;
import io.windsock.control.testing.MemoryStorms;
import io.windsock.control.testing.Samples;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.endpoint.RequestBody;
import io.windsock.platform.testing.RawHttp;
import io.windsock.platform.testing.SchemaCheck;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
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
@Timeout(180)
class OpenApiTest {
  private static final String JSON = "application/json";
  private static final String PIN = "{\"function\":\"busy\"}";

  private final MemoryController controller = MemoryController.start(0, new MemoryStorms());
  private final int port = controller.server().port();
  private final Set<String> answered = new TreeSet<>();
  private JsonNode file;
  private SchemaCheck schemas;

  @BeforeEach
  void read() throws IOException {
    String name = "/io/windsock/control/openapi.yaml";
    try (InputStream in = ControllerServer.class.getResourceAsStream(name)) {
      file = new ObjectMapper(new YAMLFactory()).readTree(in);
    }
    schemas = new SchemaCheck(file);
    controller.hear(Samples.site("mirror-1", "mirror", 1, 4));
    controller.hear(Samples.topology("t1", 1, 100));
    controller.hear(Samples.gateway("gateway-1", 1, 100));
    controller.hear(Samples.link("main", 1, 100));
    controller.decide(Samples.decision(1, 2, "normal", "busy", "first"));
    controller.commit(Samples.commitPoint(3));
  }

  @AfterEach
  void stop() {
    controller.close();
  }

  @Test
  void shouldDescribeEveryRouteAndMethodAndNoOther() {
    Map<String, Set<String>> served = new TreeMap<>();
    for (Route route : Route.values()) {
      served.put(route.path(), new TreeSet<>(route.methods()));
      served.get(route.path()).remove("HEAD");
    }
    Map<String, Set<String>> described = new TreeMap<>();
    file.get("paths")
        .properties()
        .forEach(
            path -> {
              Set<String> methods = new TreeSet<>();
              path.getValue()
                  .fieldNames()
                  .forEachRemaining(method -> methods.add(method.toUpperCase(Locale.ROOT)));
              described.put(path.getKey(), methods);
            });
    assertThat(described).isEqualTo(served);
  }

  @Test
  void shouldAnswerAsDescribed() {
    for (String path :
        List.of(
            "/v1/params",
            "/v1/mode",
            "/v1/decisions",
            "/v1/samples",
            "/v1/history",
            "/v1/checkpoints",
            "/v1/storm",
            "/health/live",
            "/health/ready")) {
      get(path, 200, JSON, path);
      get(path, 400, JSON, path + "?colour=red");
    }
    get("/metrics", 200, "text/plain", "/metrics");
    get("/metrics", 400, JSON, "/metrics?x=1");
    changes();
    storms();
    waiting();
    stream();
    files();
    assertThat(answered).isEqualTo(described());
  }

  private void changes() {
    String call = "/v1/params/{call}";
    String overwrite = "/v1/params/set-overwrite";
    String good = "{\"type\":\"FlightPosition\",\"length\":20}";
    post(call, 200, overwrite, good);
    post(call, 400, overwrite, "{\"length\":0}");
    post(call, 403, overwrite, good, "Origin", "http://evil.example");
    post(call, 404, "/v1/params/set-colour", good);
    post(call, 412, overwrite, good, "If-Match", "\"99\"");
    post(call, 413, overwrite, " ".repeat(RequestBody.MAX_BYTES + 1));
    plain(call, 415, overwrite, good);
    for (String path : List.of("/v1/mode/pin", "/v1/mode/release")) {
      post(path, 200, path, path.endsWith("pin") ? PIN : "");
      post(path, 400, path, "[]");
      post(path, 403, path, PIN, "Origin", "http://evil.example");
      post(path, 412, path, path.endsWith("pin") ? PIN : "", "If-Match", "\"99\"");
      plain(path, 415, path, PIN);
    }
  }

  private void storms() {
    String path = "/v1/storm";
    post(path, 202, path, "{\"clients\":10}");
    post(path, 409, path, "{}");
    post(path, 400, path, "{\"clients\":0}");
    post(path, 403, path, "{}", "Origin", "null");
    plain(path, 415, path, "{}");
    get(path, 200, JSON, path);
    note("delete", path, 200, JSON, RawHttp.ask(port, "DELETE", path));
    note("delete", path, 400, JSON, RawHttp.ask(port, "DELETE", path + "?x=1"));
    note("delete", path, 403, JSON, RawHttp.ask(port, "DELETE", path, "Origin", "null"));
    try (MemoryController calm = MemoryController.start(0, null)) {
      int at = calm.server().port();
      note("get", path, 501, JSON, RawHttp.get(at, path));
      note("post", path, 501, JSON, ControllerHttp.post(at, path, "{}"));
      note("delete", path, 501, JSON, RawHttp.ask(at, "DELETE", path));
    }
  }

  private void waiting() {
    controller.deafen();
    post("/v1/params/{call}", 503, "/v1/params/release", "{}");
    post("/v1/mode/pin", 503, "/v1/mode/pin", PIN);
    post("/v1/mode/release", 503, "/v1/mode/release", "");
    controller.enter(ControllerStatus.Phase.STARTING, "c2 is active");
    post("/v1/params/{call}", 409, "/v1/params/release", "{}");
    post("/v1/mode/pin", 409, "/v1/mode/pin", PIN);
    post("/v1/mode/release", 409, "/v1/mode/release", "");
    try (MemoryController ignorant =
        MemoryController.ignorant(HttpConfig.at("127.0.0.1", 0), null)) {
      for (String path : List.of("/v1/params", "/v1/mode")) {
        note("get", path, 503, JSON, RawHttp.get(ignorant.server().port(), path));
      }
    }
    get("/health/ready", 503, JSON, "/health/ready");
  }

  private void stream() {
    get("/v1/watch", 200, "text/event-stream", "/v1/watch");
    get("/v1/watch", 400, JSON, "/v1/watch?x=1");
    get("/v1/watch", 406, JSON, "/v1/watch", "Accept", "image/png");
    List<RawHttp> open = new java.util.ArrayList<>();
    for (int i = 0; i < Watchers.MAX; i++) {
      RawHttp one = new RawHttp(port);
      open.add(one);
      one.ask("GET", "/v1/watch");
    }
    get("/v1/watch", 503, JSON, "/v1/watch");
    open.forEach(RawHttp::close);
  }

  private void files() {
    get("/openapi.yaml", 200, "application/yaml", "/openapi.yaml");
    unchanged("/openapi.yaml", "/openapi.yaml");
    get("/openapi.yaml", 400, JSON, "/openapi.yaml?x=1");
    get("/", 302, "", "/");
    get("/", 400, JSON, "/?x=1");
    get("/console", 200, "text/html", "/console");
    unchanged("/console", "/console");
    get("/console", 400, JSON, "/console?x=1");
    String files = "/console/{file}";
    get(files, 200, "text/javascript", "/console/console.js");
    get(files, 200, "text/css", "/console/console.css");
    get(files, 200, "image/svg+xml", "/console/icon.svg");
    unchanged(files, "/console/console.js");
    get(files, 400, JSON, "/console/console.js?x=1");
    get(files, 404, JSON, "/console/none.js");
    String libraries = "/console/{library}/{file}";
    String uplot = "/console/" + Dispatcher.UPLOT;
    get(libraries, 200, "text/javascript", uplot + "/uPlot.iife.min.js");
    get(libraries, 200, "text/css", uplot + "/uPlot.min.css");
    unchanged(libraries, uplot + "/uPlot.min.css");
    get(libraries, 400, JSON, uplot + "/uPlot.min.css?x=1");
    get(libraries, 404, JSON, "/console/jquery/jquery.js");
  }

  private void unchanged(String path, String target) {
    String etag = RawHttp.get(port, target).header("ETag");
    assertThat(etag).isNotEmpty();
    get(path, 304, "", target, "If-None-Match", etag);
  }

  private void get(String path, int status, String type, String target, String... headers) {
    note("get", path, status, type, RawHttp.get(port, target, headers));
  }

  private void post(String path, int status, String target, String body, String... headers) {
    note("post", path, status, JSON, ControllerHttp.post(port, target, body, headers));
  }

  private void plain(String path, int status, String target, String body) {
    RawHttp.Answer answer =
        ControllerHttp.send(port, "POST", target, body, "Content-Type", "text/plain");
    note("post", path, status, JSON, answer);
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
      assertThat(schemas.faults(schemas.resolve(schema), ControllerHttp.json(answer)))
          .as(what + " " + answer.text())
          .isEmpty();
    }
  }

  private Set<String> described() {
    Set<String> all = new TreeSet<>();
    file.get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(method -> described(all, path.getKey(), method)));
    return all;
  }

  private void described(Set<String> all, String path, Map.Entry<String, JsonNode> method) {
    for (Map.Entry<String, JsonNode> response : method.getValue().path("responses").properties()) {
      String answer = method.getKey() + " " + path + " " + response.getKey() + " ";
      JsonNode content = schemas.resolve(response.getValue()).path("content");
      content.fieldNames().forEachRemaining(type -> all.add(answer + type));
      if (content.isEmpty()) {
        all.add(answer);
      }
    }
  }

  @Test
  void shouldSendEventsAsDescribed() throws IOException {
    JsonNode events = file.at("/paths/~1v1~1watch/get/x-events");
    Set<String> names = new TreeSet<>();
    events.fieldNames().forEachRemaining(names::add);
    Set<String> seen = new TreeSet<>();
    try (RawHttp http = new RawHttp(port)) {
      http.ask("GET", "/v1/watch");
      String name = "";
      while (!seen.equals(names)) {
        String line = http.line();
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          JsonNode schema = schemas.resolve(events.path(name).path("data"));
          JsonNode data = new ObjectMapper().readTree(line.substring(6));
          assertThat(schemas.faults(schema, data)).as(name + " " + data).isEmpty();
          seen.add(name);
          if (seen.containsAll(Arrays.asList("heartbeat", "storm"))) {
            controller.server().close();
          }
        }
      }
    }
    assertThat(seen).isEqualTo(names);
  }
}
