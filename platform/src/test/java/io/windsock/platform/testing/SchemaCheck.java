package io.windsock.platform.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Holds JSON against the schemas of an OpenAPI file, as far as that file uses them. */
public final class SchemaCheck {
  private final JsonNode file;
  private final List<String> faults = new ArrayList<>();

  /** Schemas of {@code file}. */
  public SchemaCheck(JsonNode file) {
    this.file = file;
  }

  /** What is wrong with {@code value}; empty if nothing. */
  public List<String> faults(JsonNode schema, JsonNode value) {
    faults.clear();
    check(resolve(schema), value, "$");
    return List.copyOf(faults);
  }

  /** What a {@code $ref} points to; anything else is itself. */
  public JsonNode resolve(JsonNode node) {
    JsonNode at = node;
    while (at.has("$ref")) {
      at = file.at(at.get("$ref").asText().substring(1));
      if (at.isMissingNode()) {
        throw new IllegalStateException("points nowhere: " + node);
      }
    }
    return at;
  }

  private void check(JsonNode schema, JsonNode value, String place) {
    String type = schema.path("type").asText();
    boolean fits =
        switch (type) {
          case "object" -> value.isObject();
          case "array" -> value.isArray();
          case "string" -> value.isTextual();
          case "integer" -> value.isIntegralNumber();
          case "number" -> value.isNumber();
          case "boolean" -> value.isBoolean();
          default -> throw new IllegalStateException("unknown type in " + schema);
        };
    if (!fits) {
      faults.add(place + " is not of type " + type + ": " + value);
      return;
    }
    if (schema.has("enum") && !schema.get("enum").toString().contains(value.toString())) {
      faults.add(place + " is " + value + ", none of " + schema.get("enum"));
    }
    if (type.equals("array")) {
      for (int i = 0; i < value.size(); i++) {
        check(resolve(schema.get("items")), value.get(i), place + "[" + i + "]");
      }
    } else if (type.equals("object")) {
      object(schema, value, place);
    }
  }

  private void object(JsonNode schema, JsonNode value, String place) {
    for (JsonNode required : schema.path("required")) {
      if (!value.has(required.asText())) {
        faults.add(place + " lacks " + required.asText());
      }
    }
    boolean open = schema.path("additionalProperties").asBoolean(true);
    value
        .properties()
        .forEach(
            property -> {
              JsonNode known = schema.path("properties").path(property.getKey());
              if (!known.isMissingNode()) {
                check(resolve(known), property.getValue(), place + "." + property.getKey());
              } else if (!open) {
                faults.add(place + " has " + property.getKey() + ", which the file does not know");
              }
            });
  }
}
