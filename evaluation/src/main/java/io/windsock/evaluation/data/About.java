package io.windsock.evaluation.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.windsock.contracts.config.Failure;
import io.windsock.testbed.process.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The description of one run of an experiment, stored beside its rows as JSON.
 *
 * @param experiment name
 * @param started ISO 8601 in the file
 * @param seconds duration of the run
 * @param settings configuration by name, in the order given
 * @param nodes with their CPU quotas
 * @param ceilings of the load generators
 * @param notes for readers of the report
 */
public record About(
    String experiment,
    Instant started,
    double seconds,
    Build build,
    Host host,
    Map<String, String> settings,
    List<NodeLine> nodes,
    List<Ceiling> ceilings,
    List<String> notes) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addDeserializer(Instant.class, new InstantReader()))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /** Copies the collections. */
  public About {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    nodes = List.copyOf(nodes);
    ceilings = List.copyOf(ceilings);
    notes = List.copyOf(notes);
  }

  /**
   * Writes the description as JSON and replaces an existing file. The replacement is whole: where
   * the process is killed or the disk is full, the file keeps its former content.
   */
  public void write(Path path) throws IOException {
    Path part = path.resolveSibling(path.getFileName() + ".part");
    try {
      Files.writeString(part, JSON.writeValueAsString(this) + "\n");
      Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(part);
      throw e;
    }
  }

  /**
   * Reads a description.
   *
   * @throws Failure if the file is not the JSON of a description
   */
  public static About read(Path path) throws IOException {
    String text = Files.readString(path);
    try {
      return JSON.readValue(text, About.class);
    } catch (JsonProcessingException e) {
      throw new Failure(path + " does not describe an experiment: " + e.getOriginalMessage(), e);
    }
  }

  private static final class InstantReader extends FromStringDeserializer<Instant> {
    private static final long serialVersionUID = 1;

    InstantReader() {
      super(Instant.class);
    }

    @Override
    protected Instant _deserialize(String text, DeserializationContext context) {
      return Instant.parse(text);
    }
  }
}
