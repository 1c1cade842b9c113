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
import org.jspecify.annotations.Nullable;

/**
 * Reads updates, JSON objects one after the other or in an array, as a stream. Those without an id
 * get one that follows from their place, so that the same input read again has the same ids.
 */
final class UpdateInput implements AutoCloseable {
  /** The name of standard input. */
  static final String STANDARD_INPUT = "-";

  /**
   * The most bytes of the updates of one request, unless it has one alone: a gateway takes 1 MiB.
   */
  static final int MAX_BYTES = 1_000_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final String run;
  private final MappingIterator<JsonNode> values;
  private long count;

  /** The next update, if it was read and did not fit in with those before it. */
  private @Nullable ObjectNode ahead;

  private UpdateInput(String name, String run, InputStream in) throws IOException {
    this.name = name;
    this.run = run;
    values = JSON.readerFor(JsonNode.class).readValues(in);
  }

  /**
   * Opens a file, or standard input if it is {@value #STANDARD_INPUT}.
   *
   * @param run precedes the number of an update in the ids that are generated
   * @throws ConfigurationException if it can't be read
   */
  static UpdateInput open(String file, String run) {
    try {
      return file.equals(STANDARD_INPUT)
          ? new UpdateInput("standard input", run, System.in)
          : new UpdateInput(file, run, Files.newInputStream(Path.of(file)));
    } catch (IOException e) {
      throw ConfigurationException.of(file, "can't be read (" + e.getMessage() + ")");
    }
  }

  /**
   * Leaves out updates.
   *
   * @throws ConfigurationException if what is left out is not JSON
   */
  void skip(long updates) {
    for (long left = updates; left > 0 && !next(1).isEmpty(); left--) {
      // read and dropped
    }
  }

  /** Returns how many updates were read or left out. */
  long count() {
    return count;
  }

  /**
   * Returns the next updates, each with an id, generated if it has none; empty at the end. They
   * have at most {@link #MAX_BYTES}, or there is one alone.
   *
   * @param most how many at the most
   * @throws ConfigurationException if what follows is not a JSON object
   */
  List<ObjectNode> next(int most) {
    List<ObjectNode> updates = new ArrayList<>();
    long bytes = 0;
    try {
      while (updates.size() < most && (ahead != null || values.hasNextValue())) {
        ObjectNode update = read();
        bytes += JSON.writeValueAsBytes(update).length + 1;
        if (bytes > MAX_BYTES && !updates.isEmpty()) {
          ahead = update;
          return updates;
        }
        updates.add(update);
        count++;
      }
    } catch (JsonProcessingException e) {
      throw ConfigurationException.of(name, "is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw ConfigurationException.of(name, "can't be read (" + e.getMessage() + ")");
    }
    return updates;
  }

  private ObjectNode read() throws IOException {
    ObjectNode update = ahead;
    ahead = null;
    return update == null
        ? identified(object(values.nextValue()), run + ':' + (count + 1))
        : update;
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
  static ObjectNode identified(ObjectNode update, String id) {
    return update.has("id") ? update : update.put("id", id);
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
