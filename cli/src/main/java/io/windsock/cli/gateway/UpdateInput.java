package io.windsock.cli.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads updates, JSON objects one after the other or in an array, as a stream. */
final class UpdateInput implements AutoCloseable {
  /** The name of standard input. */
  static final String STANDARD_INPUT = "-";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final MappingIterator<JsonNode> values;

  private UpdateInput(String name, InputStream in) throws IOException {
    this.name = name;
    values = JSON.readerFor(JsonNode.class).readValues(in);
  }

  /**
   * Opens a file, or standard input if it is {@value #STANDARD_INPUT}.
   *
   * @throws ConfigurationException if it can't be read
   */
  static UpdateInput open(String file) {
    try {
      return file.equals(STANDARD_INPUT)
          ? new UpdateInput("standard input", System.in)
          : new UpdateInput(file, Files.newInputStream(Path.of(file)));
    } catch (IOException e) {
      throw ConfigurationException.of(file, "can't be read (" + e.getMessage() + ")");
    }
  }

  /**
   * Returns the next updates, each with an id, generated if it has none; empty at the end.
   *
   * @param most how many at the most
   * @throws ConfigurationException if what follows is not a JSON object
   */
  List<ObjectNode> next(int most) {
    List<ObjectNode> updates = new ArrayList<>();
    try {
      while (updates.size() < most && values.hasNextValue()) {
        updates.add(identified(object(values.nextValue())));
      }
    } catch (JsonProcessingException e) {
      throw ConfigurationException.of(name, "is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw ConfigurationException.of(name, "can't be read (" + e.getMessage() + ")");
    }
    return updates;
  }

  private ObjectNode object(JsonNode value) {
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw ConfigurationException.of(
        name, "has " + value + "; an update is an object with key, type and event");
  }

  /** Parses an event given as an argument. */
  static JsonNode event(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw ConfigurationException.of("--event", "is not JSON: " + e.getOriginalMessage());
    }
  }

  /** Returns an update without fields. */
  static ObjectNode empty() {
    return JSON.createObjectNode();
  }

  /** Gives an update an id unless it has one. */
  static ObjectNode identified(ObjectNode update) {
    return update.has("id") ? update : update.put("id", UUID.randomUUID().toString());
  }

  @Override
  public void close() {
    try {
      values.close();
    } catch (IOException e) {
      // nothing was written to it
    }
  }
}
