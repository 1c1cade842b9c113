package io.windsock.site.http;

import io.windsock.contracts.position.Token;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Target;
import io.windsock.site.query.FollowQuery;
import io.windsock.site.query.Queries;
import io.windsock.site.query.QueryAnswer;
import io.windsock.site.query.ViewForm;
import io.windsock.site.query.ViewQuery;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts request targets to queries, and refused queries to HTTP refusals. */
final class QueryBinding {
  private static final int BUSY_SECONDS = 1;

  private final Queries queries;

  QueryBinding(Queries queries) {
    this.queries = queries;
  }

  /**
   * Parses {@code /v1/views/{view}?parameter=value&limit=n}.
   *
   * @throws Refusal if the target has another parameter, or the limit is not a number
   */
  ViewQuery view(String name, Target target) {
    String group = group(name, target, "limit");
    return new ViewQuery(name, group, limit(target.parameter("limit")), ViewForm.JSON);
  }

  private int limit(@Nullable String text) {
    try {
      int limit = text == null ? ViewQuery.ALL : Integer.parseInt(text);
      if (text == null || limit != ViewQuery.ALL) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // falls through to the refusal, which shows the value
    }
    throw refusal(queries.badLimit(String.valueOf(text)));
  }

  /**
   * Parses {@code key=…} or {@code view=…&parameter=value}, and {@code after=TOKEN}.
   *
   * @param last the value of {@code Last-Event-ID}, which takes precedence over {@code after}
   * @throws Refusal if the target has another parameter, or the token is invalid
   */
  FollowQuery follow(Target target, @Nullable String last) {
    String key = target.parameter("key");
    String name = target.parameter("view");
    if (key != null) {
      target.allow(Set.of("key", "after"));
      return FollowQuery.ofKey(key, token(target, last));
    }
    String group = name == null ? "" : group(name, target, "view", "after");
    if (name == null) {
      target.allow(Set.of("view", "after"));
    }
    return FollowQuery.ofView(name, group, token(target, last));
  }

  /** The value of the view's parameter; empty if there is none. */
  private String group(String name, Target target, String... others) {
    ViewDefinition view = queries.view(name);
    String parameter = view == null ? null : view.parameter();
    if (view != null) {
      Set<String> known = new HashSet<>(Set.of(others));
      if (parameter != null) {
        known.add(parameter);
      }
      target.allow(known);
    }
    String value = parameter == null ? null : target.parameter(parameter);
    return value == null ? "" : value;
  }

  private static @Nullable Token token(Target target, @Nullable String last) {
    // A browser that reconnects repeats the first request and sends its current position in the
    // header.
    String text = last == null || last.isEmpty() ? target.parameter("after") : last;
    if (text == null) {
      return null;
    }
    try {
      return Token.parse(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.bad(
          Refusal.shown(text) + " is not a token", "take it from an event's id as it stands");
    }
  }

  /** The exception for an answer without a result. */
  static Throwable failure(QueryAnswer answer) {
    if (answer instanceof QueryAnswer.Refused refused) {
      return refusal(refused);
    }
    return answer instanceof QueryAnswer.Failed failed
        ? failed.cause()
        : new IllegalStateException("no answer for HTTP: " + answer);
  }

  /** The HTTP refusal for a refused query. */
  static Refusal refusal(QueryAnswer.Refused refused) {
    return switch (refused.why()) {
      case INVALID -> Refusal.bad(refused.error(), refused.remedy());
      case ABSENT -> Refusal.absent(refused.error(), refused.remedy());
      case BUSY, BEHIND -> Refusal.unavailable(refused.error(), refused.remedy(), BUSY_SECONDS);
    };
  }
}
