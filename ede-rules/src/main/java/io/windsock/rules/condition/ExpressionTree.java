package io.windsock.rules.condition;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.Expression;
import dev.cel.common.navigation.CelNavigableAst;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Static analysis of a checked expression. */
final class ExpressionTree {
  private static final String AND = "_&&_";

  /** Calls that can have a result even if one of their operands has none. */
  private static final Set<String> LENIENT = Set.of(AND, "_||_", "_?_:_");

  private final CelExpr root;
  private final List<CelExpr> nodes = new ArrayList<>();

  ExpressionTree(CelAbstractSyntaxTree ast) {
    root = ast.getExpr();
    CelNavigableAst.fromAst(ast).getRoot().allNodes().forEach(node -> nodes.add(node.expr()));
  }

  /** Returns every expression in the tree, including the root. */
  List<CelExpr> nodes() {
    return nodes;
  }

  /** Whether the expression contains {@code null}. */
  boolean speaksOfNull() {
    for (CelExpr expr : nodes) {
      if (expr.getKind() == Kind.CONSTANT
          && expr.constant().getKind() == CelConstant.Kind.NULL_VALUE) {
        return true;
      }
    }
    return false;
  }

  /** Returns every name that the expression reads. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    for (CelExpr expr : nodes) {
      if (expr.getKind() == Kind.IDENT) {
        names.add(expr.ident().name());
      }
    }
    return names;
  }

  /**
   * Returns the names that must be known for the expression to be true: those of comparisons that
   * all have to hold.
   */
  Set<String> needed() {
    Set<String> names = new LinkedHashSet<>();
    addNeeded(root, names);
    return names;
  }

  private static void addNeeded(CelExpr expr, Set<String> names) {
    if (isCall(expr) && call(expr).function().equals(AND)) {
      call(expr).args().forEach(arg -> addNeeded(arg, names));
      return;
    }
    Set<String> own = new LinkedHashSet<>();
    if (isStrict(expr, own)) {
      names.addAll(own);
    }
  }

  /**
   * Whether the expression has no result unless all its operands have one; adds the names that it
   * reads.
   */
  private static boolean isStrict(CelExpr expr, Set<String> names) {
    return switch (expr.getKind()) {
      case CONSTANT -> true;
      case IDENT -> {
        names.add(expr.ident().name());
        yield true;
      }
      case CALL -> isStrictCall(expr, names);
      case LIST -> {
        Expression.List<CelExpr> list = expr.list();
        yield areStrict(list.elements(), names);
      }
      default -> false;
    };
  }

  private static boolean isStrictCall(CelExpr expr, Set<String> names) {
    if (LENIENT.contains(call(expr).function())) {
      return false;
    }
    boolean target = call(expr).target().map(on -> isStrict(on, names)).orElse(true);
    return target && areStrict(call(expr).args(), names);
  }

  private static boolean areStrict(List<CelExpr> exprs, Set<String> names) {
    boolean strict = true;
    for (CelExpr expr : exprs) {
      strict &= isStrict(expr, names);
    }
    return strict;
  }

  private static boolean isCall(CelExpr expr) {
    return expr.getKind() == Kind.CALL;
  }

  private static Expression.Call<CelExpr> call(CelExpr expr) {
    return expr.call();
  }
}
