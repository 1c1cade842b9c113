package io.windsock.site.http.sse;

import io.windsock.site.http.views.ViewGroup;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription is about, and so which clients get the same bytes: the rows of a view under
 * one value of its parameter, or one key. Immutable.
 *
 * @param view the number of the view whose rows are sent
 * @param group the value of the view's parameter; empty for a key, or a view without parameter
 * @param key the key; null for a view
 */
record Filter(int view, String group, @Nullable String key) {
  static Filter ofView(int view, String group) {
    return new Filter(view, group, null);
  }

  static Filter ofKey(int view, String key) {
    return new Filter(view, "", key);
  }

  ViewGroup viewGroup() {
    return new ViewGroup(view, group);
  }
}
