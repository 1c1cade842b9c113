package io.windsock.site.query;

import io.windsock.contracts.position.Token;
import io.windsock.platform.copy.Translation;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.ServedSite;
import org.jspecify.annotations.Nullable;

/**
 * Decides how streams begin, by the positions of their clients: positions of this site's topic, or
 * of the one that a link copies it from. Any thread may ask.
 */
final class StreamStarts {
  private static final String ASK_ELSEWHERE =
      "ask a site of the link's source, or come back; if the source is lost, promote the link";

  private final ServedSite site;
  private final CurrentPosition position;

  StreamStarts(ServedSite site, CurrentPosition position) {
    this.site = site;
    this.position = position;
  }

  /**
   * Returns how a client's stream begins.
   *
   * @param since the client's position; null if it has no state
   */
  FollowStart from(Filter filter, @Nullable Token since) {
    Token now = position.get().token();
    if (since == null) {
      return new FollowStart.Reset(filter, "new");
    } else if (since.epoch() != now.epoch()) {
      return translated(filter, since);
    } else if (since.partitions() != now.partitions()) {
      return new FollowStart.Reset(filter, "the topic has another number of partitions");
    }
    return between(filter, since, since);
  }

  private FollowStart translated(Filter filter, Token since) {
    Translation translation = site.translate(since);
    if (translation instanceof Translation.At at) {
      return between(filter, at.before(), at.after());
    } else if (translation instanceof Translation.None none) {
      return new FollowStart.Reset(filter, "the position is " + none.reason());
    }
    return new QueryAnswer.Refused(
        QueryAnswer.Why.BEHIND, ((Translation.NotYet) translation).reason(), ASK_ELSEWHERE);
  }

  private FollowStart between(Filter filter, Token since, Token until) {
    Token known = site.changesKnownSince();
    if (known != null && !since.covers(known)) {
      return new FollowStart.Reset(filter, "the position is older than this site's state");
    }
    return position.get().token().covers(until)
        ? new FollowStart.Resume(filter, since)
        : new FollowStart.Behind(filter, since, until);
  }
}
