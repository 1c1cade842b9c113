package io.windsock.feeds.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Reads one JSON value into a tree of bounded size. Anything beyond the bound is skipped, so that
 * the parser always ends up after the value. The parser bounds the nesting depth.
 */
final class BoundedTree {
  private final int maxChars;
  private int chars;

  /** Bounds the size; a character of text counts as one, and each value as {@link #VALUE_CHARS}. */
  BoundedTree(int maxChars) {
    this.maxChars = maxChars;
  }

  private static final int VALUE_CHARS = 8;

  /** Reads the value whose first token is the parser's current one. */
  JsonNode read(JsonParser parser) throws IOException {
    chars = 0;
    return value(parser);
  }

  /** Whether the last value exceeded the bound, so that its tree holds only the start. */
  boolean overflowed() {
    return chars > maxChars;
  }

  private JsonNode value(JsonParser parser) throws IOException {
    chars += VALUE_CHARS;
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return object(parser);
    }
    if (token == JsonToken.START_ARRAY) {
      return array(parser);
    }
    return scalar(parser, token);
  }

  private ObjectNode object(JsonParser parser) throws IOException {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      chars += name.length();
      parser.nextToken();
      if (overflowed()) {
        parser.skipChildren();
      } else {
        node.set(name, value(parser));
      }
    }
    return node;
  }

  private ArrayNode array(JsonParser parser) throws IOException {
    ArrayNode node = JsonNodeFactory.instance.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (overflowed()) {
        parser.skipChildren();
      } else {
        node.add(value(parser));
      }
    }
    return node;
  }

  private JsonNode scalar(JsonParser parser, JsonToken token) throws IOException {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (token) {
      case VALUE_STRING -> {
        chars += parser.getTextLength();
        yield nodes.textNode(parser.getText());
      }
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> nodes.numberNode(parser.getDoubleValue());
      case VALUE_TRUE -> nodes.booleanNode(true);
      case VALUE_FALSE -> nodes.booleanNode(false);
      default -> nodes.nullNode();
    };
  }

  private static JsonNode integer(JsonParser parser) throws IOException {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? nodes.numberNode(parser.getDoubleValue())
        : nodes.numberNode(parser.getLongValue());
  }
}
