package io.windsock.site.query;

/**
 * The first rows of a view.
 *
 * @param view the view's name
 * @param group the value of the view's parameter; empty for a view without one
 * @param limit rows at the most, or {@link #ALL}
 * @param form how they are encoded
 */
public record ViewQuery(String view, String group, int limit, ViewForm form) implements Query {
  /** {@code limit} of a query for all rows. */
  public static final int ALL = Integer.MAX_VALUE;

  /** The same in another form. */
  public ViewQuery in(ViewForm other) {
    return other == form ? this : new ViewQuery(view, group, limit, other);
  }
}
