package io.windsock.site.query;

import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/**
 * What changes from now on, after the state as it is, or after what has changed since a token.
 *
 * @param view the view's name; null for the first one without a parameter
 * @param group the value of the view's parameter; empty for a view without one
 * @param key the one key that is of interest; null for all rows of the view
 * @param since what the client has; null if it has nothing
 */
public record FollowQuery(
    @Nullable String view, String group, @Nullable String key, @Nullable Token since)
    implements Query {
  /** Of one key. */
  public static FollowQuery ofKey(String key, @Nullable Token since) {
    return new FollowQuery(null, "", key, since);
  }

  /** Of the rows of a view. */
  public static FollowQuery ofView(@Nullable String view, String group, @Nullable Token since) {
    return new FollowQuery(view, group, null, since);
  }
}
