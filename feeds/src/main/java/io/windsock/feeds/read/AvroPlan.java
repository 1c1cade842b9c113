package io.windsock.feeds.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How to walk one record of a schema and keep the wanted values, compiled once a file. Everything
 * else is passed over without being made into objects. Immutable once built.
 */
final class AvroPlan {
  private static final int MAX_DEPTH = 64;

  /** Walks one value of one type. */
  interface Node {
    void walk(AvroBytes in, AvroValue[] values, int depth) throws BadValueException;
  }

  private final List<String> wanted;
  private final List<JsonPath> paths = new ArrayList<>();
  private final boolean[] found;
  private final List<String> reasons = new ArrayList<>();
  private final IdentityHashMap<Schema, Skip> skips = new IdentityHashMap<>();
  private final Node root;

  /**
   * Compiles.
   *
   * @param wanted paths like {@code Origin} or {@code DivAirports[0]}
   */
  AvroPlan(Schema schema, List<String> wanted) {
    this.wanted = wanted;
    this.found = new boolean[wanted.size()];
    Map<Integer, List<JsonPath.Step>> ways = new HashMap<>();
    for (int i = 0; i < wanted.size(); i++) {
      JsonPath path = JsonPath.parse(wanted.get(i));
      paths.add(path);
      ways.put(i, path.steps());
    }
    this.root = node(schema, ways);
  }

  /** Why wanted values can't be had from this schema; empty if all can. */
  List<String> missing() {
    List<String> missing = new ArrayList<>(reasons);
    for (int i = 0; i < found.length; i++) {
      if (!found[i]) {
        missing.add("has no field '" + wanted.get(i) + "'");
      }
    }
    return missing;
  }

  /** Walks the record that {@code in} stands at, and leaves {@code in} behind it. */
  void walk(AvroBytes in, AvroValue[] values) throws BadValueException {
    for (AvroValue value : values) {
      value.kind = AvroValue.Kind.ABSENT;
    }
    root.walk(in, values, 0);
  }

  /** A node that keeps the values to which {@code ways} lead, by number; the rest of each way. */
  private Node node(Schema schema, Map<Integer, List<JsonPath.Step>> ways) {
    if (ways.isEmpty()) {
      return skip(schema);
    }
    return switch (schema.getType()) {
      case RECORD -> record(schema, ways);
      case UNION -> union(schema, ways);
      case ARRAY -> array(schema, ways);
      default -> leaf(schema, ways);
    };
  }

  private Node record(Schema schema, Map<Integer, List<JsonPath.Step>> ways) {
    Node[] children = new Node[schema.getFields().size()];
    for (Schema.Field field : schema.getFields()) {
      Map<Integer, List<JsonPath.Step>> inside = new HashMap<>();
      ways.forEach(
          (number, way) -> {
            if (!way.isEmpty() && field.name().equals(way.get(0).name())) {
              inside.put(number, way.subList(1, way.size()));
            }
          });
      children[field.pos()] = node(field.schema(), inside);
    }
    return (in, values, depth) -> {
      for (Node child : children) {
        child.walk(in, values, depth + 1);
      }
    };
  }

  private Node union(Schema schema, Map<Integer, List<JsonPath.Step>> ways) {
    Node[] branches = new Node[schema.getTypes().size()];
    for (int i = 0; i < branches.length; i++) {
      Schema branch = schema.getTypes().get(i);
      branches[i] = branch.getType() == Schema.Type.NULL ? skip(branch) : node(branch, ways);
    }
    return (in, values, depth) -> branches[branch(in, branches.length)].walk(in, values, depth);
  }

  private static int branch(AvroBytes in, int count) throws BadValueException {
    long branch = in.readLong();
    if (branch < 0 || branch >= count) {
      throw new BadValueException("branch " + branch + " of a union of " + count);
    }
    return (int) branch;
  }

  private Node array(Schema schema, Map<Integer, List<JsonPath.Step>> ways) {
    Map<Integer, Map<Integer, List<JsonPath.Step>>> byIndex = new HashMap<>();
    ways.forEach(
        (number, way) -> {
          if (!way.isEmpty() && way.get(0).name() == null) {
            byIndex
                .computeIfAbsent(way.get(0).index(), i -> new HashMap<>())
                .put(number, way.subList(1, way.size()));
          }
        });
    int last = byIndex.keySet().stream().mapToInt(i -> i).max().orElse(-1);
    Node other = skip(schema.getElementType());
    Node[] elements = new Node[last + 1];
    for (int i = 0; i <= last; i++) {
      elements[i] = node(schema.getElementType(), byIndex.getOrDefault(i, Map.of()));
    }
    return (in, values, depth) -> {
      long index = 0;
      for (long count = in.readLong(); count != 0; count = in.readLong()) {
        if (count < 0) {
          in.readLong();
        }
        for (long i = checkCount(in, Math.abs(count)); i > 0; i--) {
          Node node = index < elements.length ? elements[(int) index] : other;
          node.walk(in, values, depth + 1);
          index++;
        }
      }
    };
  }

  /** Elements may take no bytes at all (nulls): without a bound they would be walked for ever. */
  private static long checkCount(AvroBytes in, long count) throws BadValueException {
    if (count < 0 || count > in.end - in.at) {
      throw new BadValueException("the record is cut short in an array or map");
    }
    return count;
  }

  private Node leaf(Schema schema, Map<Integer, List<JsonPath.Step>> ways) {
    int[] numbers = ways.keySet().stream().mapToInt(i -> i).toArray();
    for (int number : numbers) {
      found[number] = ways.getOrDefault(number, List.of()).isEmpty();
    }
    int number = numbers[0];
    return switch (schema.getType()) {
      case INT, LONG -> (in, values, depth) -> whole(values[number], in.readLong());
      case FLOAT ->
          (in, values, depth) -> real(values[number], Float.intBitsToFloat((int) little(in, 4)));
      case DOUBLE ->
          (in, values, depth) -> real(values[number], Double.longBitsToDouble(little(in, 8)));
      case BOOLEAN ->
          (in, values, depth) ->
              symbol(values[number], in.bytes[in.skip(1)] == 0 ? "false" : "true");
      case STRING -> (in, values, depth) -> range(in, values[number], AvroValue.Kind.STRING);
      case BYTES -> (in, values, depth) -> range(in, values[number], AvroValue.Kind.BYTES);
      case ENUM -> {
        List<String> symbols = schema.getEnumSymbols();
        yield (in, values, depth) ->
            symbol(values[number], symbols.get(branch(in, symbols.size())));
      }
      default -> {
        String what = schema.getType().getName();
        reasons.add("holds a " + what + " in '" + wanted.get(number) + "', which is no value");
        yield skip(schema);
      }
    };
  }

  private static void whole(AvroValue value, long number) {
    value.kind = AvroValue.Kind.WHOLE;
    value.number = number;
  }

  private static void range(AvroBytes in, AvroValue value, AvroValue.Kind kind)
      throws BadValueException {
    long length = in.readLong();
    value.from = in.skip(length);
    value.to = in.at;
    value.bytes = in.bytes;
    value.kind = kind;
  }

  private static void real(AvroValue value, double real) {
    value.kind = AvroValue.Kind.REAL;
    value.real = real;
  }

  private static void symbol(AvroValue value, String symbol) {
    value.kind = AvroValue.Kind.SYMBOL;
    value.symbol = symbol;
  }

  private static long little(AvroBytes in, int bytes) throws BadValueException {
    int from = in.skip(bytes);
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << 8 | (in.bytes[from + i] & 0xff);
    }
    return value;
  }

  private Skip skip(Schema schema) {
    Skip known = skips.get(schema);
    if (known != null) {
      return known;
    }
    Skip skip = new Skip(schema);
    skips.put(schema, skip);
    skip.children =
        switch (schema.getType()) {
          case RECORD ->
              schema.getFields().stream().map(f -> skip(f.schema())).toArray(Skip[]::new);
          case UNION -> schema.getTypes().stream().map(this::skip).toArray(Skip[]::new);
          case ARRAY -> new Skip[] {skip(schema.getElementType())};
          case MAP -> new Skip[] {skip(schema.getValueType())};
          default -> new Skip[0];
        };
    return skip;
  }

  /** Passes over a value. A class, for schemas may hold themselves. */
  private static final class Skip implements Node {
    private final Schema schema;
    private Skip[] children = new Skip[0];

    Skip(Schema schema) {
      this.schema = schema;
    }

    @Override
    public void walk(AvroBytes in, AvroValue @Nullable [] values, int depth)
        throws BadValueException {
      if (depth > MAX_DEPTH) {
        throw new BadValueException("values nest deeper than " + MAX_DEPTH);
      }
      switch (schema.getType()) {
        case NULL -> {}
        case BOOLEAN -> in.skip(1);
        case INT, LONG, ENUM -> in.readLong();
        case FLOAT -> in.skip(4);
        case DOUBLE -> in.skip(8);
        case FIXED -> in.skip(schema.getFixedSize());
        case STRING, BYTES -> in.skip(in.readLong());
        case UNION -> children[branch(in, children.length)].walk(in, values, depth + 1);
        case ARRAY, MAP -> blocks(in, values, depth);
        case RECORD -> {
          for (Skip child : children) {
            child.walk(in, values, depth + 1);
          }
        }
      }
    }

    private void blocks(AvroBytes in, AvroValue @Nullable [] values, int depth)
        throws BadValueException {
      for (long count = in.readLong(); count != 0; count = in.readLong()) {
        if (count < 0) {
          in.skip(in.readLong());
          continue;
        }
        for (long i = checkCount(in, count); i > 0; i--) {
          if (schema.getType() == Schema.Type.MAP) {
            in.skip(in.readLong());
          }
          children[0].walk(in, values, depth + 1);
        }
      }
    }
  }
}
