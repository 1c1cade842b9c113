package io.windsock.platform.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.platform.http.client.Reply;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A schema registry, through its Confluent-compatible API. A program asks once, at its start, for
 * the id of every schema of a catalogue, and registers missing schemas. Afterwards nothing depends
 * on the registry. Owned by one thread.
 *
 * <p>A schema's subject is the full name of its record, because one topic carries many types.
 */
public final class SchemaRegistry {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_MESSAGE_CHARS = 300;

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int INCOMPATIBLE = 409;
  private static final int UNPROCESSABLE = 422;

  private final RegistryApi api;

  /**
   * Creates a client for a base URL.
   *
   * @param url such as {@code http://registry:8080/apis/ccompat/v7}
   * @param waiting receives a progress message every few seconds while there is no answer
   * @throws ConfigurationException if the URL can't be used
   */
  public SchemaRegistry(String url, Consumer<String> waiting) {
    this(url, RegistryApi.PATIENCE, waiting);
  }

  SchemaRegistry(String url, Duration patience, Consumer<String> waiting) {
    api = new RegistryApi(url, patience, waiting);
  }

  /**
   * Returns the catalogue with this registry's ids. Registers the versions of a type in order.
   *
   * @throws RegistryException if the registry can't be reached in time, refuses, or does not return
   *     an id
   */
  public Catalogue number(Catalogue catalogue) {
    Map<Integer, Integer> ids = new HashMap<>();
    for (SchemaVersion version : catalogue.versions()) {
      ids.put(version.listedId(), id(version));
    }
    try {
      return catalogue.withIds(version -> ids.getOrDefault(version.listedId(), -1));
    } catch (ConfigurationException e) {
      throw api.fault("gives no usable ids: " + e.getMessage(), e);
    }
  }

  private int id(SchemaVersion version) {
    String subject = "/subjects/" + version.schema().getFullName();
    String body =
        JSON.createObjectNode()
            .put("schemaType", "AVRO")
            .put("schema", version.schema().toString())
            .toString();
    // A lookup comes first, so a read-only registry suffices if it has all schemas.
    Reply known = api.post(subject, body);
    if (known.status() != NOT_FOUND) {
      return id(version, known);
    }
    return id(version, api.post(subject + "/versions", body));
  }

  private int id(SchemaVersion version, Reply answer) {
    if (!answer.ok()) {
      throw api.fault(refusal(version.schema().getFullName(), answer), null);
    }
    JsonNode id = answer.json().path("id");
    if (!id.isIntegralNumber() || !id.canConvertToInt() || id.intValue() < 0) {
      throw api.fault(
          "answers something other than a schema id: '"
              + shortened(answer.text())
              + "'; is this its Confluent-compatible API?",
          null);
    }
    return id.intValue();
  }

  private static String refusal(String schema, Reply answer) {
    String why = " (" + answer.status() + message(answer) + "): ";
    return switch (answer.status()) {
      case UNAUTHORIZED, FORBIDDEN, NOT_ALLOWED ->
          "does not take " + schema + why + "register it there first, or let Windsock do so";
      case NOT_FOUND ->
          "is not found"
              + why
              + "the URL ends where its Confluent-compatible API begins, such as /apis/ccompat/v7";
      case INCOMPATIBLE ->
          "refuses %s as incompatible with what it has under this name%scorrect the schema or the registry's rule"
              .formatted(schema, why);
      case UNPROCESSABLE -> "can't use " + schema + why + "correct the schema";
      default ->
          "gives no id for " + schema + why + "is this the URL of its Confluent-compatible API?";
    };
  }

  /** Returns the registry's error message, if there is one. */
  private static String message(Reply answer) {
    JsonNode message = answer.json().path("message");
    return !message.isTextual() ? "" : ", " + shortened(message.textValue());
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= MAX_MESSAGE_CHARS ? line : line.substring(0, MAX_MESSAGE_CHARS) + "…";
  }
}
