package io.windsock.rules.condition;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.Expression;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An expression that only compares one field with texts.
 *
 * @param field the field's name
 * @param accepted the texts that it is compared with
 */
record FieldChoice(String field, Set<String> accepted) {
  private static final String EQUALS = "_==_";
  private static final String DIFFERS = "_!=_";
  private static final String IN = "@in";
  private static final String OR = "_||_";

  /** Returns the choice; null for an expression that does more than compare a field with texts. */
  static @Nullable FieldChoice of(CelExpr expr) {
    if (expr.getKind() != Kind.CALL) {
      return null;
    }
    Expression.Call<CelExpr> call = expr.call();
    if (call.function().equals(OR)) {
      return either(call.args());
    }
    return call.function().equals(DIFFERS) ? null : comparison(expr);
  }

  private static @Nullable FieldChoice either(List<CelExpr> args) {
    Set<String> accepted = new LinkedHashSet<>();
    String field = null;
    for (CelExpr arg : args) {
      FieldChoice choice = of(arg);
      if (choice == null || (field != null && !field.equals(choice.field))) {
        return null;
      }
      field = choice.field;
      accepted.addAll(choice.accepted);
    }
    return field == null ? null : new FieldChoice(field, accepted);
  }

  /**
   * Returns a single comparison, {@code ==}, {@code !=} or {@code in}; null for any other
   * expression.
   */
  static @Nullable FieldChoice comparison(CelExpr expr) {
    if (expr.getKind() != Kind.CALL) {
      return null;
    }
    Expression.Call<CelExpr> call = expr.call();
    if (call.args().size() != 2) {
      return null;
    }
    CelExpr left = call.args().get(0);
    CelExpr right = call.args().get(1);
    return switch (call.function()) {
      case EQUALS, DIFFERS -> {
        FieldChoice choice = choice(left, List.of(right));
        yield choice == null ? choice(right, List.of(left)) : choice;
      }
      case IN -> right.getKind() == Kind.LIST ? choice(left, elements(right.list())) : null;
      default -> null;
    };
  }

  private static List<CelExpr> elements(Expression.List<CelExpr> list) {
    return list.elements();
  }

  private static @Nullable FieldChoice choice(CelExpr field, List<CelExpr> texts) {
    if (field.getKind() != Kind.IDENT) {
      return null;
    }
    Set<String> accepted = new LinkedHashSet<>();
    for (CelExpr text : texts) {
      if (text.getKind() != Kind.CONSTANT
          || text.constant().getKind() != CelConstant.Kind.STRING_VALUE) {
        return null;
      }
      accepted.add(text.constant().stringValue());
    }
    return new FieldChoice(field.ident().name(), accepted);
  }
}
