package io.windsock.rules.condition;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelUnparserFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.windsock.contracts.schema.EventType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the conditions on one event type. Fields are CEL variables: enums and texts are strings,
 * times are ms since the epoch (int), and a nullable field may be compared with {@code null}.
 *
 * <p>The expression's length bounds the cost of evaluation: without macros there are no loops, and
 * regular expressions are RE2's.
 */
public final class ConditionCompiler {
  /** The maximum length of an expression, in characters. */
  public static final int MAX_LENGTH = 1000;

  private static final int MAX_DEPTH = 32;

  /** A line of CEL's error text: the column and the message. */
  private static final Pattern ISSUE =
      Pattern.compile(
          "^ERROR: .*?:\\d+:(\\d+): (.*?)(?: \\(in container ''\\))?$", Pattern.MULTILINE);

  private static final int MAX_REGEX_PROGRAM = 1000;

  private final EventType type;
  private final Map<String, EventField> fields = new LinkedHashMap<>();
  private final CelCompiler compiler;
  private final CelRuntime runtime;

  /** Creates a compiler for conditions on events of {@code type}. */
  public ConditionCompiler(EventType type) {
    this.type = type;
    CelOptions options =
        CelOptions.current()
            .enableHeterogeneousNumericComparisons(true)
            .enableComprehension(false)
            .maxExpressionCodePointSize(MAX_LENGTH)
            .maxParseRecursionDepth(MAX_DEPTH)
            .maxRegexProgramSize(MAX_REGEX_PROGRAM)
            .build();
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(options)
            .setResultType(SimpleType.BOOL);
    for (Field field : type.current().schema().getFields()) {
      EventField readable = EventField.of(type, field);
      if (readable != null) {
        fields.put(field.name(), readable);
        builder.addVar(field.name(), celType(readable));
      }
    }
    compiler = builder.build();
    runtime = CelRuntimeFactory.legacyCelRuntimeBuilder().setOptions(options).build();
  }

  private static CelType celType(EventField field) {
    CelType type =
        switch (field.type()) {
          case BOOLEAN -> SimpleType.BOOL;
          case INT, LONG -> SimpleType.INT;
          case FLOAT, DOUBLE -> SimpleType.DOUBLE;
          default -> SimpleType.STRING;
        };
    return field.nullable() ? NullableType.create(type) : type;
  }

  /**
   * Compiles one expression.
   *
   * @param faults receives the expression's faults; unchanged if it is valid
   * @return the condition, or one that every event satisfies if the expression is invalid
   */
  public Condition compile(String expression, List<String> faults) {
    CelAbstractSyntaxTree ast = tree(expression, faults);
    FieldChoice choice = ast == null ? null : FieldChoice.of(ast.getExpr());
    EventField field = choice == null ? null : fields.get(choice.field());
    if (choice != null && field != null) {
      return new OneOf(field, choice.accepted());
    }
    CheckedExpression checked = ast == null ? null : checked(expression, ast, faults);
    return checked == null ? Condition.ALWAYS : new CelCondition(checked, fields);
  }

  /**
   * Compiles one expression for values that are not read from an event's bytes.
   *
   * @param faults receives the expression's faults; unchanged if it is valid
   * @return null if the expression is invalid
   */
  public @Nullable CheckedExpression checked(String expression, List<String> faults) {
    CelAbstractSyntaxTree ast = tree(expression, faults);
    return ast == null ? null : checked(expression, ast, faults);
  }

  private @Nullable CheckedExpression checked(
      String expression, CelAbstractSyntaxTree ast, List<String> faults) {
    ExpressionTree tree = new ExpressionTree(ast);
    Set<String> read = tree.names();
    read.retainAll(fields.keySet());
    try {
      return new CheckedExpression(
          runtime.createProgram(ast), read, tree.needed(), tree.speaksOfNull());
    } catch (CelEvaluationException e) {
      faults.add(noCondition(expression, e.getMessage()));
      return null;
    }
  }

  /**
   * Returns a normal form that is the same for equivalent spellings of a condition: it ignores
   * spaces, quotes, needless parentheses and the order in which a field is compared with texts. It
   * is not meant to be compiled. An expression that is not a valid condition is returned unchanged.
   */
  public String normal(String expression) {
    CelAbstractSyntaxTree ast = tree(expression, new ArrayList<>());
    if (ast == null) {
      return expression;
    }
    FieldChoice choice = FieldChoice.of(ast.getExpr());
    if (choice == null) {
      return CelUnparserFactory.newUnparser().unparse(ast);
    }
    StringBuilder text = new StringBuilder(choice.field());
    for (String accepted : new TreeSet<>(choice.accepted())) {
      // Prefixed with the length, because the text may contain any separator.
      text.append(' ').append(accepted.length()).append(':').append(accepted);
    }
    return text.toString();
  }

  private @Nullable CelAbstractSyntaxTree tree(String expression, List<String> faults) {
    try {
      CelAbstractSyntaxTree ast = compiler.compile(expression).getAst();
      int before = faults.size();
      checkSymbols(new ExpressionTree(ast), faults);
      return faults.size() > before ? null : ast;
    } catch (CelValidationException e) {
      faults.add(noCondition(expression, message(e)));
      return null;
    }
  }

  private static String noCondition(String expression, @Nullable String why) {
    return "'" + expression + "' is not a condition: " + why;
  }

  /** Compiles the expression for evaluation by CEL, even if a shortcut exists. */
  Condition cel(String expression) {
    CheckedExpression checked = checked(expression, new ArrayList<>());
    return checked == null ? Condition.ALWAYS : new CelCondition(checked, fields);
  }

  /** Refuses texts that an enum does not have: such a condition would never be true. */
  private void checkSymbols(ExpressionTree tree, List<String> faults) {
    for (CelExpr expr : tree.nodes()) {
      FieldChoice choice = FieldChoice.comparison(expr);
      EventField field = choice == null ? null : fields.get(choice.field());
      if (choice != null && field != null && field.type() == Schema.Type.ENUM) {
        for (String text : choice.accepted()) {
          if (!field.symbols().contains(text)) {
            faults.add(
                "'%s' is never %s; it is one of %s".formatted(text, field.name(), field.symbols()));
          }
        }
      }
    }
  }

  /** Returns CEL's message without the diagram below it. */
  private String message(CelValidationException e) {
    StringBuilder text = new StringBuilder();
    Matcher issue = ISSUE.matcher(String.valueOf(e.getMessage()));
    while (issue.find()) {
      text.append(text.isEmpty() ? "" : "; ");
      text.append(issue.group(2)).append(", at character ").append(issue.group(1));
      if (issue.group(2).startsWith("undeclared reference to '")) {
        text.append("; ").append(type.name()).append(" has ").append(fields.keySet());
      }
    }
    return text.isEmpty() ? String.valueOf(e.getMessage()) : text.toString();
  }
}
