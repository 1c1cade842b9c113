package io.windsock.site.query;

/**
 * A query for the first rows of a view.
 *
 * @param view the view's name
 * @param group the value of the view's parameter; empty for a view without one
 * @param limit the most rows, or {@link #ALL}
 * @param form the encoding
 */
public record ViewQuery(String view, String group, int limit, ViewForm form) implements Query {
  /** The {@code limit} of a query for all rows. */
  public static final int ALL = Integer.MAX_VALUE;

  /** A copy with another form. */
  public ViewQuery in(ViewForm other) {
    return other == form ? this : new ViewQuery(view, group, limit, other);
  }
}
