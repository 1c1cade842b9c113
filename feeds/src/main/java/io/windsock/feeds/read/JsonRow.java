package io.windsock.feeds.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Numbers;
import io.windsock.feeds.row.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The wanted values of one JSON record. */
final class JsonRow implements Row {
  private final JsonPath[] paths;
  private final JsonNode[] values;
  private final AbsentTexts absentTexts;
  private JsonNode record = MissingNode.getInstance();

  JsonRow(List<String> wanted, AbsentTexts absentTexts) {
    this.paths = wanted.stream().map(JsonPath::parse).toArray(JsonPath[]::new);
    this.values = new JsonNode[paths.length];
    this.absentTexts = absentTexts;
  }

  /** Returns the members of the root that the paths refer to. */
  List<String> rootNames() {
    List<String> names = new ArrayList<>();
    for (JsonPath path : paths) {
      if (path.fromRoot()) {
        names.add(path.first());
      }
    }
    return names;
  }

  void set(JsonNode newRecord, Map<String, JsonNode> rootMembers) {
    record = newRecord;
    for (int i = 0; i < paths.length; i++) {
      values[i] = paths[i].fromRoot() ? paths[i].inRoot(rootMembers) : paths[i].in(newRecord);
    }
  }

  String raw() {
    return record.toString();
  }

  @Override
  public boolean absent(int field) {
    JsonNode value = values[field];
    return value.isMissingNode()
        || value.isNull()
        || (value.isTextual() && absentTexts.has(value.textValue()));
  }

  @Override
  public String text(int field) throws BadValueException {
    JsonNode value = values[field];
    if (value.isContainerNode()) {
      throw BadValueException.of(
          paths[field].toString(), value.toString(), "is not a single value");
    }
    return value.asText();
  }

  @Override
  public double number(int field) throws BadValueException {
    JsonNode value = values[field];
    double number = value.isNumber() ? value.doubleValue() : Numbers.parse(text(field));
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw BadValueException.of(paths[field].toString(), value.asText(), "is not a number");
    }
    return number;
  }

  @Override
  public long integer(int field) throws BadValueException {
    JsonNode value = values[field];
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return value.longValue();
    }
    return Row.parseWhole(paths[field].toString(), text(field));
  }
}
