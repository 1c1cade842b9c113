package io.windsock.control.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.control.state.ControllerStatus;
import io.windsock.control.testing.MemoryController;
import io.windsock.control.testing.MemoryStorms;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.endpoint.RequestBody;
import io.windsock.platform.testing.RawHttp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may change what over HTTP, and how. */
class ChangesTest {
  private static final String OVERWRITE = "/v1/params/set-overwrite";
  private static final String GOOD = "{\"type\":\"FlightPosition\",\"length\":20}";

  private final MemoryController controller = MemoryController.start(0, new MemoryStorms());
  private final int port = controller.server().port();

  @AfterEach
  void stop() {
    controller.close();
  }

  @Test
  void shouldMakeACallAndTellTheNewEpochAndWhatChanged() {
    RawHttp.Answer answer = ControllerHttp.post(port, OVERWRITE, GOOD);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("{\"epoch\":2,\"changes\":[\"normal: set-overwrite\"]}");
    assertThat(controller.calls())
        .containsExactly("set-overwrite " + GOOD + " HTTP from 127.0.0.1");
  }

  @Test
  void shouldTellTheEpochInTheETag() {
    assertThat(RawHttp.get(port, "/v1/params").header("ETag")).isEqualTo("\"1\"");
    assertThat(RawHttp.get(port, "/v1/mode").header("ETag")).isEqualTo("\"1\"");
    assertThat(ControllerHttp.post(port, OVERWRITE, GOOD).header("ETag")).isEqualTo("\"2\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"2\"", "\"0\"", "W/\"2\"", "\"99999999999\""})
  void shouldChangeNothingThatSomebodyElseHasChangedSince(String match) {
    RawHttp.Answer answer = ControllerHttp.post(port, OVERWRITE, GOOD, "If-Match", match);
    refused(answer, 412, "epoch 1", "epoch " + match.replaceAll("[^0-9]", ""));
    assertThat(answer.header("ETag")).isEqualTo("\"1\"");
    refused(ControllerHttp.post(port, "/v1/mode/release", "", "If-Match", match), 412, "epoch 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"1\"", "W/\"1\"", "*", " \"1\" "})
  void shouldMakeAChangeOfTheEpochThatItNames(String match) {
    assertThat(ControllerHttp.post(port, OVERWRITE, GOOD, "If-Match", match).status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1", "\"\"", "\"x\"", "\"1\", \"2\"", "\"-1\"", "\"99999999999999999999\""})
  void shouldRefuseAnIfMatchThatIsNoEpoch(String match) {
    refused(ControllerHttp.post(port, OVERWRITE, GOOD, "If-Match", match), 400, "If-Match", "ETag");
  }

  @Test
  void shouldPinAndRelease() {
    assertThat(ControllerHttp.post(port, "/v1/mode/pin", "{\"function\":\"busy\"}").status())
        .isEqualTo(200);
    assertThat(ControllerHttp.get(port, "/v1/mode").get("pinned").asText()).isEqualTo("busy");
    assertThat(ControllerHttp.post(port, "/v1/mode/release", "").status()).isEqualTo(200);
    assertThat(ControllerHttp.get(port, "/v1/mode").get("pinned").asText()).isEmpty();
  }

  private void refused(RawHttp.Answer answer, int status, String... parts) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.text()).contains("\"remedy\"");
    for (String part : parts) {
      assertThat(answer.text()).contains(part);
    }
    assertThat(controller.calls()).isEmpty();
  }

  @Test
  void shouldNameEveryFaultOfACall() {
    refused(
        ControllerHttp.post(port, OVERWRITE, "{\"type\":[],\"length\":1.5,\"colour\":1}"),
        400,
        "set-overwrite.type: is []; it must be a text",
        "set-overwrite.length: is 1.5; it must be a whole number",
        "set-overwrite.colour: is not known here",
        "nothing has changed");
    refused(
        ControllerHttp.post(
            port, OVERWRITE, "{\"type\":\"FlightPosition\",\"length\":0,\"maxHoldMs\":0}"),
        400,
        "set-overwrite.length: is 0; it must be 1 to 100000",
        "set-overwrite.maxHoldMs: is 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "set-adapt | {'parameter':'coalesce'} | set-adapt: is given {parameter}; it takes {parameter,",
        "set-adapt | {'parameter':'colour','percent':1} | set-adapt.parameter: 'colour' can't be",
        "set-overwrite | {'type':'A','length':1,'mode':'best'} | set-overwrite.mode: is 'best'; it must",
        "set-monitor-values | {'value':'cpu','primary':1e999,'secondary':0} | primary: is Infinity",
        "set-monitor-values | {'value':'cpu','primary':0,'secondary':5} | secondary: is 5.0; it must",
        "set-policy | {'policy':'off','holdMs':86400001} | set-policy.holdMs: is 86400001; it must be",
      })
  void shouldNameTheArgumentItsValueAndTheRule(String call, String arguments, String fault) {
    String body = arguments.replace('\'', '"');
    refused(ControllerHttp.post(port, "/v1/params/" + call, body), 400, fault);
  }

  @Test
  void shouldNameTheCallsThatThereAre() {
    refused(ControllerHttp.post(port, "/v1/params/set-colour", "{}"), 404, "set-colour", "release");
  }

  @Test
  void shouldSayThatAnUnconfirmedChangeMayHaveBeenMade() {
    controller.deafen();
    refused(
        ControllerHttp.post(port, OVERWRITE, GOOD),
        503,
        "may have been made all the same",
        "look at the parameters, and send the change again if they lack it");
  }

  @Test
  void shouldLetOnlyTheActiveControllerChangeAnything() {
    controller.enter(ControllerStatus.Phase.WAITING, "c2 is active");
    refused(ControllerHttp.post(port, OVERWRITE, GOOD), 409, "c1 is not", "c2 is active");
    refused(ControllerHttp.post(port, "/v1/mode/release", ""), 409, "c2 is active");
    refused(ControllerHttp.post(port, "/v1/params/init", "{}"), 409, "c1 is not", "c2 is active");
  }

  @Test
  void shouldLetABlockedControllerStartOverOnly() {
    controller.enter(ControllerStatus.Phase.BLOCKED, "the topic has lost its records");
    refused(ControllerHttp.post(port, OVERWRITE, GOOD), 409, "has lost its records");
    // It comes through to the mirroring, which this controller in memory does not start over.
    refused(ControllerHttp.post(port, "/v1/params/init", "{}"), 400, "is not for this test");
  }

  @Test
  void shouldServeMetricsWhileChangesWait() {
    controller.hold();
    List<RawHttp> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        RawHttp http = new RawHttp(port);
        waiting.add(http);
        http.send(
            "POST /v1/mode/release HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
      }
      await().until(() -> controller.held() == 2);

      assertThat(RawHttp.get(port, "/metrics").status()).isEqualTo(200);

      controller.release();
      for (RawHttp http : waiting) {
        assertThat(http.answer(false).status()).isEqualTo(200);
      }
    } finally {
      waiting.forEach(RawHttp::close);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "1",
        "null",
        "{\"a\":1,\"a\":2}",
        "{} x",
        "{\"length\":0x10}",
        " ",
        "\u0000"
      })
  void shouldRefuseWhatIsNoObject(String body) {
    refused(ControllerHttp.post(port, OVERWRITE, body), 400);
  }

  @Test
  void shouldTakeNothingButJson() {
    for (String type :
        List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "")) {
      RawHttp.Answer answer =
          ControllerHttp.send(port, "POST", OVERWRITE, GOOD, "Content-Type", type);
      refused(answer, 415, "application/json");
    }
    refused(ControllerHttp.send(port, "POST", OVERWRITE, GOOD), 415, "application/json");
  }

  @Test
  void shouldTakeNothingFromPagesOfOthers() {
    for (String origin :
        List.of(
            "http://evil.example", "null", "http://localhost:1", "https://localhost.evil", "%")) {
      refused(
          ControllerHttp.post(port, OVERWRITE, GOOD, "Origin", origin),
          403,
          "may not make changes");
      RawHttp.Answer answer = RawHttp.ask(port, "DELETE", "/v1/storm", "Origin", origin);
      refused(answer, 403, "may not make changes");
    }
  }

  @Test
  void shouldTakeChangesFromItsOwnPagesByAllOfItsNames() {
    controller.urls(List.of("https://ops.example"));
    for (String origin :
        List.of(
            "http://localhost:" + port,
            "http://127.0.0.1:" + port,
            "http://[::1]:" + port,
            "https://ops.example")) {
      assertThat(ControllerHttp.post(port, OVERWRITE, GOOD, "Origin", origin).status())
          .as(origin)
          .isEqualTo(200);
    }
  }

  /** Such a page is of the controller's own origin, but for its name (DNS rebinding). */
  @Test
  void shouldTakeNoChangeFromAPageWhoseNameWasMadeToLeadHere() {
    try (MemoryController open = MemoryController.start(HttpConfig.at("0.0.0.0", 0), null)) {
      int at = open.server().port();
      String pin = "{\"function\":\"busy\"}";
      String head =
          "POST /v1/mode/pin HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
              + "Content-Type: application/json\r\nContent-Length: "
              + pin.length()
              + "\r\n\r\n";
      try (RawHttp http = new RawHttp(at)) {
        http.send(head.replace("HOST", "evil.example:" + at) + pin);
        refused(http.answer(false), 421, "evil.example");
      }
      assertThat(open.calls()).isEmpty();
      try (RawHttp http = new RawHttp(at)) {
        http.send(head.replace("HOST", "192.0.2.7:" + at) + pin);
        assertThat(http.answer(false).status()).isEqualTo(200);
      }
      assertThat(open.calls()).hasSize(1);
    }
  }

  @Test
  void shouldNotAllowPagesOfOthersToAsk() {
    RawHttp.Answer answer =
        RawHttp.ask(port, "OPTIONS", OVERWRITE, "Origin", "http://evil.example");
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    assertThat(answer.header("Access-Control-Allow-Methods")).isEmpty();
  }

  @Test
  void shouldTakeABodyOfTheGreatestLengthAndNoLonger() {
    String fill = " ".repeat(RequestBody.MAX_BYTES - GOOD.length());
    assertThat(ControllerHttp.post(port, OVERWRITE, GOOD + fill).status()).isEqualTo(200);
    RawHttp.Answer answer = ControllerHttp.post(port, OVERWRITE, GOOD + fill + " ");
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.header("Connection")).isEqualTo("close");
  }

  @Test
  void shouldStopReadingABodyWithoutEnd() {
    try (RawHttp http = new RawHttp(port)) {
      http.send(
          "POST "
              + OVERWRITE
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "4000\r\n" + " ".repeat(0x4000) + "\r\n";
      for (int i = 0; i < 5; i++) {
        http.send(chunk);
      }
      assertThat(http.answer(false).status()).isEqualTo(413);
    }
  }

  @Test
  void shouldGoOnAfterARefusalOnTheSameConnection() {
    try (RawHttp http = new RawHttp(port)) {
      String head =
          "POST "
              + OVERWRITE
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
      http.send(head + "Content-Length: 1\r\n\r\n{");
      assertThat(http.answer(false).status()).isEqualTo(400);
      http.send(head + "Content-Length: " + GOOD.length() + "\r\n\r\n" + GOOD);
      assertThat(http.answer(false).status()).isEqualTo(200);
    }
  }

  @Test
  void shouldRunAStormAndStopIt() {
    String storm = "{\"clients\":100,\"rampMs\":2000,\"pattern\":\"sine\",\"rate\":5}";
    RawHttp.Answer started = ControllerHttp.post(port, "/v1/storm", storm);
    assertThat(started.status()).isEqualTo(202);
    assertThat(started.text()).contains("\"order\":" + storm).contains("\"running\":true");
    assertThat(ControllerHttp.post(port, "/v1/storm", "{}").status()).isEqualTo(409);
    assertThat(ControllerHttp.get(port, "/v1/storm").get("running").asBoolean()).isTrue();
    assertThat(RawHttp.ask(port, "DELETE", "/v1/storm").status()).isEqualTo(200);
    assertThat(ControllerHttp.get(port, "/v1/storm").get("running").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"clients\":0}",
        "{\"clients\":100001}",
        "{\"clients\":1.5}",
        "{\"clients\":\"5\"}",
        "{\"clients\":null}",
        "{\"rampMs\":-1}",
        "{\"rampMs\":1e99}",
        "{\"pattern\":\"hail\"}",
        "{\"pattern\":7}",
        "{\"rate\":100001}",
        "{\"colour\":1}"
      })
  void shouldRefuseAStormThatCanNotBe(String order) {
    refused(ControllerHttp.post(port, "/v1/storm", order), 400);
    assertThat(ControllerHttp.get(port, "/v1/storm").get("running").asBoolean()).isFalse();
  }

  @Test
  void shouldSayThatThereAreNoStormsHere() {
    try (MemoryController calm = MemoryController.start(0, null)) {
      int at = calm.server().port();
      for (RawHttp.Answer answer :
          List.of(
              RawHttp.get(at, "/v1/storm"),
              ControllerHttp.post(at, "/v1/storm", "{}"),
              RawHttp.ask(at, "DELETE", "/v1/storm"))) {
        assertThat(answer.status()).isEqualTo(501);
        assertThat(answer.text()).contains("windsock storm");
      }
    }
  }
}
