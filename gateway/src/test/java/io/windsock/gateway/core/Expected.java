package io.windsock.gateway.core;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call without an outcome, as the checker of a gateway sees it. */
final class Expected {
  final Requester requester;
  final Call call;
  final String wireId;
  final Kind kind;
  final long receivedNs;
  final long deadlineNs;

  /** The other gateways that shared it when it arrived. */
  final Set<String> sharedAtFirst;

  final Set<String> sharing;
  final Set<String> ahead;
  final List<String> sentTo = new ArrayList<>();
  final List<Long> sentNs = new ArrayList<>();
  final Set<String> refusedBy = new HashSet<>();
  final Set<String> lostAt = new HashSet<>();

  /** Whether another gateway was ahead when the call arrived. */
  final boolean wasBehind;

  /** Whether a site that was chosen took no call. */
  boolean unsent;

  /** When the gateway's duty for the call was last decided. */
  long dutyNs;

  /** Whether nothing could be done at half of the deadline. */
  boolean excused;

  Expected(
      Requester requester,
      Call call,
      String wireId,
      long nowNs,
      Set<String> sharing,
      Set<String> ahead) {
    this.requester = requester;
    this.call = call;
    this.wireId = wireId;
    this.kind = call.question().kind();
    this.receivedNs = nowNs;
    this.deadlineNs = nowNs + call.remainingMs() * Scenario.MS;
    this.sharedAtFirst = Set.copyOf(sharing);
    this.sharing = new HashSet<>(sharing);
    this.ahead = new HashSet<>(ahead);
    this.wasBehind = !ahead.isEmpty();
    this.dutyNs = nowNs;
  }

  boolean leads() {
    return ahead.isEmpty();
  }

  boolean isAlone() {
    return sharing.isEmpty();
  }

  boolean isReissuer() {
    return !leads() || isAlone();
  }

  /** The second gateway waits for half of the time, the third for half of the rest. */
  long reissueNs() {
    long half = (deadlineNs - receivedNs) / 2;
    return ahead.size() > 1 ? receivedNs + half + half / 2 : receivedNs + half;
  }

  boolean isOutstanding() {
    return !outstanding().isEmpty();
  }

  /** Returns the sites that were asked and may still answer. */
  Set<String> outstanding() {
    Set<String> outstanding = new HashSet<>(sentTo);
    outstanding.removeAll(refusedBy);
    outstanding.removeAll(lostAt);
    return outstanding;
  }

  /** Returns for how long a site has had the call; null if the gateway cannot know. */
  @Nullable Long hadNs(String site, long nowNs) {
    int at = sentTo.indexOf(site);
    if (at == 0 || (at > 0 && at == sentTo.size() - 1)) {
      return nowNs - sentNs.get(at);
    }
    boolean byPrimary = at < 0 && sharedAtFirst.size() == 1 && wasBehind && refusedBy.isEmpty();
    return byPrimary ? nowNs - receivedNs : null;
  }

  boolean isFresh(String site) {
    return !sentTo.contains(site) && !refusedBy.contains(site);
  }

  @Override
  public String toString() {
    return call
        + ", sent to "
        + sentTo
        + ", refused by "
        + refusedBy
        + ", lost at "
        + lostAt
        + ", shared with "
        + sharing
        + ", ahead "
        + ahead;
  }
}
