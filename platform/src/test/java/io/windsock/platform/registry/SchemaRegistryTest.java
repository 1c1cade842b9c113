package io.windsock.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.embedded.FreePort;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRegistryTest {
  private static final Duration PATIENT = Duration.ofMinutes(2);
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");
  private static final int SCHEMAS = AIRLINE.versions().size();

  private final FakeRegistry server = new FakeRegistry();
  private final List<String> waiting = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    server.close();
  }

  private Catalogue number(String url, Duration patience) {
    return new SchemaRegistry(url, patience, waiting::add).number(AIRLINE);
  }

  @Test
  void shouldRegisterEverySchemaUnderItsFullName() {
    Catalogue numbered = number(server.url(), PATIENT);

    assertThat(numbered.versions().stream().mapToInt(SchemaVersion::id))
        .containsExactly(Stream.iterate(1, i -> i + 1).limit(SCHEMAS).toArray(Integer[]::new));
    assertThat(server.calls)
        .hasSize(2 * SCHEMAS)
        .startsWith(
            "POST /subjects/io.windsock.contracts.wire.Marker",
            "POST /subjects/io.windsock.contracts.wire.Marker/versions")
        .contains("POST /subjects/io.windsock.airline.FlightPosition/versions")
        .endsWith("POST /subjects/io.windsock.airline.FlightState/versions");
    assertThat(waiting).isEmpty();
  }

  @Test
  void shouldOnlyAskForWhatIsThere() {
    Catalogue first = number(server.url(), PATIENT);
    server.calls.clear();

    Catalogue second = number(" " + server.url() + "/ ", PATIENT);

    assertThat(server.calls).hasSize(SCHEMAS).noneMatch(call -> call.endsWith("/versions"));
    assertThat(second.versions().stream().map(SchemaVersion::id))
        .containsExactlyElementsOf(first.versions().stream().map(SchemaVersion::id).toList());
  }

  static Stream<Arguments> refusals() {
    String schema = "io.windsock.contracts.wire.Marker";
    return Stream.of(
        arguments(
            409,
            "{\"error_code\": 409, \"message\": \"no default for\\n 'held'\"}",
            "refuses "
                + schema
                + " as incompatible with what it has under this name (409, no default for 'held'):"
                + " correct the schema or the registry's rule"),
        arguments(
            403,
            "",
            "does not take " + schema + " (403): register it there first, or let Windsock do so"),
        arguments(
            401,
            "who?",
            "does not take " + schema + " (401): register it there first, or let Windsock do so"),
        arguments(
            405,
            "{}",
            "does not take " + schema + " (405): register it there first, or let Windsock do so"),
        arguments(
            422,
            "{\"message\": \"Invalid schema\"}",
            "can't use " + schema + " (422, Invalid schema): correct the schema"),
        arguments(
            301,
            "",
            "gives no id for "
                + schema
                + " (301): is this the URL of its Confluent-compatible API?"),
        arguments(
            404,
            "<html>",
            "is not found (404): the URL ends where its Confluent-compatible API begins, such as"
                + " /apis/ccompat/v7"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void shouldTellARefusalInOneLine(int status, String body, String message) {
    server.replies.add(new FakeRegistry.Reply(404, "{\"error_code\": 40401}"));
    server.replies.add(new FakeRegistry.Reply(status, body));

    assertThatThrownBy(() -> number(server.url(), PATIENT))
        .isInstanceOf(RegistryException.class)
        .hasMessage("the schema registry at " + server.url() + " " + message);
    assertThat(server.calls).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello <b>world</b>",
        "",
        "[]",
        "7",
        "{\"id\": \"7\"}",
        "{\"id\": 7.5}",
        "{\"id\": -1}",
        "{\"id\": 4294967296}",
        "{\"version\": 1}"
      })
  void shouldRefuseWhatIsNoId(String body) {
    server.replies.add(new FakeRegistry.Reply(200, body));

    assertThatThrownBy(() -> number(server.url(), PATIENT))
        .isInstanceOf(RegistryException.class)
        .hasMessage(
            "the schema registry at "
                + server.url()
                + " answers something other than a schema id: '"
                + body
                + "'; is this its Confluent-compatible API?");
  }

  @Test
  void shouldRefuseOneIdForTwoSchemas() {
    server.replies.add(new FakeRegistry.Reply(200, "{\"id\": 7}"));
    server.replies.add(new FakeRegistry.Reply(200, "{\"id\": 7}"));

    assertThatThrownBy(() -> number(server.url(), PATIENT))
        .isInstanceOf(RegistryException.class)
        .hasMessageContaining("schema CoalescedUpdate#2: got the id 7, as Marker#1 did");
  }

  @Test
  void shouldRefuseAnEndlessAnswer() {
    server.replies.add(new FakeRegistry.Reply(200, " ".repeat(RegistryApi.MAX_BYTES + 1)));

    assertThatThrownBy(() -> number(server.url(), PATIENT))
        .isInstanceOf(RegistryException.class)
        .hasMessage(
            "the schema registry at "
                + server.url()
                + " answered more than 1048576 bytes: is it a registry?");
  }

  @Test
  void shouldWaitForARegistryThatStarts() {
    server.replies.add(new FakeRegistry.Reply(503, "starting"));
    server.replies.add(new FakeRegistry.Reply(500, ""));

    assertThat(number(server.url(), PATIENT).versions()).hasSize(SCHEMAS);
    assertThat(server.calls).hasSize(2 * SCHEMAS + 2);
  }

  @Test
  void shouldWaitForARegistryThatIsNotThereYet() {
    int port = FreePort.any();
    String url = "http://127.0.0.1:" + port + "/apis/ccompat/v7";
    List<FakeRegistry> late = new CopyOnWriteArrayList<>();
    SchemaRegistry registry =
        new SchemaRegistry(
            url,
            PATIENT,
            told -> {
              waiting.add(told);
              late.add(new FakeRegistry(port));
            });
    try {
      assertThat(registry.number(AIRLINE).versions()).hasSize(SCHEMAS);
    } finally {
      late.forEach(FakeRegistry::close);
    }
    assertThat(waiting)
        .containsExactly("waiting for the schema registry at " + url + ": can't connect");
  }

  @Test
  void shouldGiveUpOnARegistryThatIsNotThere() {
    String url = "http://127.0.0.1:" + FreePort.any();

    assertThatThrownBy(() -> number(url, Duration.ofSeconds(1)))
        .isInstanceOf(RegistryException.class)
        .hasMessage(
            "no schema registry answers at "
                + url
                + " within 1 s (can't connect): start it, or name another with --schema-registry");
  }

  @Test
  void shouldGiveUpOnARegistryThatStaysBroken() {
    for (int i = 0; i < 100; i++) {
      server.replies.add(new FakeRegistry.Reply(500, ""));
    }

    assertThatThrownBy(() -> number(server.url(), Duration.ofSeconds(1)))
        .isInstanceOf(RegistryException.class)
        .hasMessageContaining("within 1 s (it answered 500)");
  }

  static Stream<Arguments> urls() {
    String remedy = "; name one such as http://registry:8080/apis/ccompat/v7";
    String secret = "holds a user or a password: secrets do not belong in arguments" + remedy;
    return Stream.of(
        arguments("http://me:hidden@registry:8080/v7", secret),
        arguments("http://hidden@registry/v7", secret),
        arguments("http://me:hidden@two words/v7", "is not a URL" + remedy),
        arguments("registry:8080", "is 'registry:8080', not the URL of an API" + remedy),
        arguments("ftp://registry/v7", "is 'ftp://registry/v7', not the URL of an API" + remedy),
        arguments("http:///v7", "is 'http:///v7', not the URL of an API" + remedy),
        arguments("http://r/v7?a=b", "is 'http://r/v7?a=b', not the URL of an API" + remedy),
        arguments("http://r/v7#a", "is 'http://r/v7#a', not the URL of an API" + remedy));
  }

  @ParameterizedTest
  @MethodSource("urls")
  void shouldRefuseAUrlThatIsNoneAndTellNoSecret(String url, String message) {
    assertThatThrownBy(() -> number(url, PATIENT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("--schema-registry: " + message)
        .hasMessageNotContaining("hidden");
  }
}
