package io.windsock.ede;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A CEL expression over the fields of a state, true or false. Immutable; for all threads.
 *
 * <p>As in SQL, what is not known fulfils nothing: unless the expression itself speaks of {@code
 * null}, it is false while a field that it reads is null. It is also false where it can't be
 * evaluated (a division by zero).
 *
 * <p>Times are ms since the epoch (int), enums are their symbols (string).
 */
final class Condition {
  private final String text;
  private final CelRuntime.Program program;
  private final int[] fields;
  private final boolean speaksOfNull;

  private Condition(String text, CelRuntime.Program program, int[] fields, boolean speaksOfNull) {
    this.text = text;
    this.program = program;
    this.fields = fields;
    this.speaksOfNull = speaksOfNull;
  }

  /**
   * Compiles the expression at {@code at}; null, and a fault, if it is none over {@code layout}.
   */
  static @Nullable Condition compile(ConfigNode at, StateLayout layout) {
    String text = at.required();
    if (text == null) {
      return null;
    }
    try {
      CelAbstractSyntaxTree ast = compiler(layout).build().compile(text).getAst();
      CelRuntime runtime = CelRuntimeFactory.standardCelRuntimeBuilder().build();
      return new Condition(
          text, runtime.createProgram(ast), fieldsOf(ast, layout), speaksOfNull(ast));
    } catch (CelValidationException | CelEvaluationException e) {
      at.fault("is no condition over " + layout.type() + ": " + e.getMessage());
      return null;
    }
  }

  private static CelCompilerBuilder compiler(StateLayout layout) {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(CelOptions.current().enableHeterogeneousNumericComparisons(true).build())
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setResultType(SimpleType.BOOL);
    for (int i = 0; i < layout.size(); i++) {
      FieldShape field = layout.field(i);
      if (field.plain() && field.schema().getType() != Schema.Type.BYTES) {
        CelType type = celType(field);
        builder.addVar(field.name(), field.nullable() ? NullableType.create(type) : type);
      }
    }
    return builder;
  }

  private static CelType celType(FieldShape field) {
    return switch (field.schema().getType()) {
      case BOOLEAN -> SimpleType.BOOL;
      case INT, LONG -> SimpleType.INT;
      case FLOAT, DOUBLE -> SimpleType.DOUBLE;
      default -> SimpleType.STRING;
    };
  }

  private static int[] fieldsOf(CelAbstractSyntaxTree ast, StateLayout layout) {
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.IDENT)
        .map(node -> layout.find(node.expr().ident().name()))
        .flatMap(field -> Optional.ofNullable(field).stream())
        .mapToInt(FieldShape::position)
        .distinct()
        .sorted()
        .toArray();
  }

  private static boolean speaksOfNull(CelAbstractSyntaxTree ast) {
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.CONSTANT)
        .anyMatch(node -> node.expr().constant().getKind() == CelConstant.Kind.NULL_VALUE);
  }

  /** Places of the fields that it reads. */
  int[] fields() {
    return fields;
  }

  /** Whether {@code state} fulfils it. */
  boolean holds(GenericRecord state) {
    if (!speaksOfNull) {
      for (int field : fields) {
        if (state.get(field) == null) {
          return false;
        }
      }
    }
    try {
      return Boolean.TRUE.equals(program.eval(name -> Optional.of(celValue(state.get(name)))));
    } catch (CelEvaluationException e) {
      return false;
    }
  }

  private static Object celValue(@Nullable Object value) {
    if (value == null) {
      return dev.cel.common.values.NullValue.NULL_VALUE;
    }
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value;
    }
    return value.toString();
  }

  @Override
  public String toString() {
    return text;
  }
}
