package io.windsock.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/asyncapi.yaml} against the catalogue and the names in this package. */
class AsyncApiTest {
  private static final Path FILE = Path.of("../docs/asyncapi.yaml");

  private final Catalogue catalogue = Catalogue.builtIn("airline");
  private final JsonNode api;

  AsyncApiTest() throws IOException {
    api = new ObjectMapper(new YAMLFactory()).readTree(Files.readString(FILE));
  }

  @Test
  void shouldDescribeEveryTopic() {
    Topics topics = Topics.standard();
    for (String stream : catalogue.streams()) {
      assertThat(address(stream)).isEqualTo(topics.source(stream));
    }
    assertThat(address("forward")).isEqualTo(topics.forward());
    assertThat(address("mirror")).isEqualTo(topics.mirror());
    assertThat(address("deadLetter")).isEqualTo(topics.deadLetter());
    assertThat(address("control")).isEqualTo(topics.control());
    assertThat(address("monitor")).isEqualTo(topics.monitor());
    assertThat(address("decisions")).isEqualTo(topics.decisions());
    assertThat(api.path("channels")).hasSize(catalogue.streams().size() + 6);
  }

  private String address(String channel) {
    return api.path("channels").path(channel).path("address").asText();
  }

  @Test
  void shouldDescribeEveryTypeUnderItsIdAndStream() {
    for (EventType type : catalogue.types()) {
      JsonNode message = api.path("components").path("messages").path(type.name());
      assertThat(message.path("x-schema-id").asInt()).as("%s", type).isEqualTo(type.current().id());
      String schema = message.path("payload").path("schema").path("$ref").asText();
      assertThat(FILE.resolveSibling(schema)).exists();
      if (type.stream() != null) {
        for (String channel : List.of(type.stream(), "forward", "mirror")) {
          assertThat(api.path("channels").path(channel).path("messages").has(type.name()))
              .as("%s on %s", type, channel)
              .isTrue();
        }
      }
    }
  }

  @Test
  void shouldReferOnlyToWhatItDescribes() {
    for (JsonNode ref : api.findValues("$ref")) {
      String target = ref.asText();
      if (target.startsWith("#")) {
        assertThat(api.at(target.substring(1)).isMissingNode()).as(target).isFalse();
      }
    }
  }

  @Test
  void shouldNameTheHeaders() {
    JsonNode components = api.path("components");
    JsonNode deadLetter = components.path("messages").path("DeadLetter").path("headers");
    assertThat(deadLetter.path("properties").fieldNames())
        .toIterable()
        .containsExactly(
            EventHeaders.REASON,
            EventHeaders.SOURCE_TOPIC,
            EventHeaders.SOURCE_PARTITION,
            EventHeaders.SOURCE_OFFSET,
            EventHeaders.LAST_LOST_OFFSET);
    assertThat(components.path("schemas").path("EventHeaders").path("properties").fieldNames())
        .toIterable()
        .containsExactly(EventHeaders.SEQUENCE, EventHeaders.WITHHELD, EventHeaders.UPDATE_ID);
  }
}
