package io.windsock.site.query;

import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/**
 * A query for updates, preceded by the current state or by the changes since a token.
 *
 * @param view the view's name; null for the first one without a parameter
 * @param group the value of the view's parameter; empty for a view without one
 * @param key the key to follow; null for all rows of the view
 * @param since the client's position; null if it has no state
 */
public record FollowQuery(
    @Nullable String view, String group, @Nullable String key, @Nullable Token since)
    implements Query {
  /** A query for one key. */
  public static FollowQuery ofKey(String key, @Nullable Token since) {
    return new FollowQuery(null, "", key, since);
  }

  /** A query for the rows of a view. */
  public static FollowQuery ofView(@Nullable String view, String group, @Nullable Token since) {
    return new FollowQuery(view, group, null, since);
  }
}
