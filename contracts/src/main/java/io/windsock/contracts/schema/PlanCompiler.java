package io.windsock.contracts.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * Compiles an Avro schema into a {@link ValuePlan}. Records and optional values are inlined;
 * repeated and recursive values get a program of their own.
 */
final class PlanCompiler {
  /** A program under construction. */
  private static final class Program {
    private int[] codes = new int[32];
    private int size;

    void add(int... more) {
      for (int code : more) {
        if (size == codes.length) {
          codes = Arrays.copyOf(codes, 2 * size);
        }
        codes[size++] = code;
      }
    }

    int[] codes() {
      return Arrays.copyOf(codes, size);
    }
  }

  private final List<Program> programs = new ArrayList<>();
  private final Map<String, Integer> records = new HashMap<>();
  private final Set<String> recursive = new HashSet<>();

  private PlanCompiler() {}

  static ValuePlan compile(SchemaVersion version) {
    PlanCompiler compiler = new PlanCompiler();
    compiler.findRecursive(version.schema(), new ArrayList<>());
    compiler.program(version.schema());
    int[][] codes = compiler.programs.stream().map(Program::codes).toArray(int[][]::new);
    return new ValuePlan(version, codes);
  }

  /** Finds the recursive records, which can't be inlined. */
  private void findRecursive(Schema schema, List<String> path) {
    switch (schema.getType()) {
      case RECORD -> {
        if (path.contains(schema.getFullName())) {
          recursive.add(schema.getFullName());
          return;
        }
        path.add(schema.getFullName());
        schema.getFields().forEach(field -> findRecursive(field.schema(), path));
        path.remove(path.size() - 1);
      }
      case UNION -> schema.getTypes().forEach(branch -> findRecursive(branch, path));
      case ARRAY -> findRecursive(schema.getElementType(), path);
      case MAP -> findRecursive(schema.getValueType(), path);
      default -> {}
    }
  }

  /** Compiles a separate program for {@code schema} and returns its number. */
  private int program(Schema schema) {
    int number = programs.size();
    Program program = new Program();
    programs.add(program);
    if (schema.getType() == Schema.Type.RECORD) {
      records.put(schema.getFullName(), number);
      schema.getFields().forEach(field -> add(field.schema(), program));
    } else {
      add(schema, program);
    }
    return number;
  }

  private void add(Schema schema, Program program) {
    switch (schema.getType()) {
      case NULL -> {}
      case BOOLEAN -> program.add(ValuePlan.SKIP, 1);
      case FLOAT -> program.add(ValuePlan.SKIP, Float.BYTES);
      case DOUBLE -> program.add(ValuePlan.SKIP, Double.BYTES);
      case FIXED -> program.add(ValuePlan.SKIP, schema.getFixedSize());
      case INT -> program.add(ValuePlan.INT);
      case LONG -> program.add(ValuePlan.LONG);
      case STRING, BYTES -> program.add(ValuePlan.BYTES);
      case ENUM -> program.add(ValuePlan.ENUM, schema.getEnumSymbols().size());
      case UNION -> addUnion(schema, program);
      case ARRAY -> {
        Schema item = schema.getElementType();
        program.add(ValuePlan.ITEMS, called(item), minBytes(item, new ArrayList<>()));
      }
      case MAP -> addMap(schema.getValueType(), program);
      case RECORD -> addRecord(schema, program);
    }
  }

  private void addRecord(Schema schema, Program program) {
    if (recursive.contains(schema.getFullName())) {
      program.add(ValuePlan.CALL, called(schema));
    } else {
      schema.getFields().forEach(field -> add(field.schema(), program));
    }
  }

  private void addUnion(Schema schema, Program program) {
    List<Schema> branches = schema.getTypes();
    int nullBranch = branches.indexOf(Schema.create(Schema.Type.NULL));
    if (branches.size() == 2 && nullBranch >= 0) {
      Program value = new Program();
      add(branches.get(1 - nullBranch), value);
      program.add(ValuePlan.OPTIONAL, nullBranch, value.size);
      program.add(value.codes());
      return;
    }
    int[] numbers = branches.stream().mapToInt(this::called).toArray();
    program.add(ValuePlan.UNION, branches.size());
    program.add(numbers);
  }

  private void addMap(Schema value, Program program) {
    Program entry = new Program();
    int number = programs.size();
    programs.add(entry);
    entry.add(ValuePlan.BYTES);
    add(value, entry);
    program.add(ValuePlan.ITEMS, number, 1 + minBytes(value, new ArrayList<>()));
  }

  /** Returns the number of the program for {@code schema}, reusing that of a known record. */
  private int called(Schema schema) {
    if (schema.getType() == Schema.Type.RECORD) {
      Integer known = records.get(schema.getFullName());
      return known == null ? program(schema) : known;
    }
    return program(schema);
  }

  /** Returns the minimum encoded size of a value in bytes; 0 for a record nested in itself. */
  private static int minBytes(Schema schema, List<String> path) {
    return switch (schema.getType()) {
      case NULL -> 0;
      case FLOAT -> Float.BYTES;
      case DOUBLE -> Double.BYTES;
      case FIXED -> schema.getFixedSize();
      case RECORD -> minRecordBytes(schema, path);
      default -> 1;
    };
  }

  private static int minRecordBytes(Schema schema, List<String> path) {
    if (path.contains(schema.getFullName())) {
      return 0;
    }
    path.add(schema.getFullName());
    int sum = 0;
    for (Schema.Field field : schema.getFields()) {
      sum += minBytes(field.schema(), path);
    }
    path.remove(path.size() - 1);
    return sum;
  }
}
