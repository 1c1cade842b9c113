package io.windsock.contracts.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.ConfigurationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Parses a catalogue's schema files in order. A schema may refer to named types that earlier files
 * define, as a state refers to the enums of its events. A later version of a record defines its
 * own.
 */
final class SchemaFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DomainFiles source;
  private final Map<String, Schema> known = new HashMap<>();

  SchemaFiles(DomainFiles source) {
    this.source = source;
  }

  /**
   * Returns the schema in the file that {@code at} names; adds a fault and returns null if it has
   * none.
   */
  @Nullable Schema parse(ConfigNode at) {
    String file = at.text();
    if (!file.matches("[A-Za-z0-9._-]+")) {
      if (!file.isEmpty()) {
        at.fault("is '" + file + "'; schemas stand in the catalogue's own folder");
      }
      return null;
    }
    try {
      String text = source.read(file);
      Schema.Parser parser = new Schema.Parser(NameValidator.UTF_VALIDATOR);
      parser.addTypes(others(text).values());
      Schema schema = parser.parse(text);
      parser.getTypes().forEach(known::putIfAbsent);
      return schema;
    } catch (ConfigurationException e) {
      at.fault(String.valueOf(e.getMessage()));
    } catch (JsonProcessingException e) {
      at.fault("'" + file + "' is not JSON: " + e.getOriginalMessage());
    } catch (AvroRuntimeException e) {
      at.fault("'" + file + "' is not an Avro schema: " + e.getMessage());
    }
    return null;
  }

  /** Returns the named types read so far that {@code text} does not define itself. */
  private Map<String, Schema> others(String text) throws JsonProcessingException {
    Set<String> own = new HashSet<>(JSON.readTree(text).findValuesAsText("name"));
    Map<String, Schema> others = new HashMap<>();
    known.forEach(
        (name, schema) -> {
          if (!own.contains(schema.getName())) {
            others.put(name, schema);
          }
        });
    return others;
  }
}
