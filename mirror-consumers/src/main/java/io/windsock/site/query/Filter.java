package io.windsock.site.query;

import org.jspecify.annotations.Nullable;

/**
 * The content of a subscription: the rows of a view for one value of its parameter, or one key.
 * Clients with equal filters share the same bytes. Immutable.
 *
 * @param view the number of the view whose rows are sent
 * @param group the value of the view's parameter; empty for a key, or a view without parameter
 * @param key the key; null for a view
 */
public record Filter(int view, String group, @Nullable String key) {
  /** A filter for the rows of a view. */
  public static Filter ofView(int view, String group) {
    return new Filter(view, group, null);
  }

  /** A filter for one key. */
  public static Filter ofKey(int view, String key) {
    return new Filter(view, "", key);
  }

  public ViewGroup viewGroup() {
    return new ViewGroup(view, group);
  }
}
