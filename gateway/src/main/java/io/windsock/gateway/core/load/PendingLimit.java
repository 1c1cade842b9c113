package io.windsock.gateway.core.load;

/**
 * How many calls of a kind may be pending now: as many as the high watermark, unless sites become
 * slow ({@link Patience}). Of each window, the limit falls by the share of slow calls ({@link
 * SlowCalls}) if that is over {@link #MAX_SLOW_PERCENT} % (Alizadeh and others, "Data Center TCP",
 * 2010, section 3.1, reduce a window by the share of marked packets in a similar way). The first
 * time it takes two such windows in turn, because a stall of the whole machine is no overload.
 * Otherwise it rises, in each further window in turn by more. A fixed watermark can't know how many
 * calls the sites answer within their deadlines. Owned by the core's thread.
 */
public final class PendingLimit {
  /** The least time between two changes, ms; more if it takes longer until a call is slow. */
  public static final long WINDOW_MS = 100;

  /** A window with few calls ends after so long, ms, and does not lower the limit. */
  public static final long MAX_WINDOW_MS = 1_000;

  /** Fewer calls than this do not lower the limit. */
  public static final int MIN_CALLS = 50;

  /** A higher share of slow calls lowers the limit, any other raises it. */
  public static final int MAX_SLOW_PERCENT = 1;

  /** The first rise after a fall, in percent; the second in turn is twice as much, and so on. */
  public static final int RISE_PERCENT = 2;

  /** The limit never falls below this, or the high watermark: a few calls are no overload. */
  public static final int MIN_LIMIT = 16;

  private static final long MS = 1_000_000;
  private static final int PERCENT = 100;

  /** As long as no more than this part of the limit was pending, the limit is not why. */
  private static final int PART_IN_USE = 2;

  private final Watermark watermark;
  private final Patience patience;
  private final AnswerRate rate = new AnswerRate();
  private final SlowCalls calls = new SlowCalls();
  private final int most;
  private int limit;
  private long sinceNs;
  private int answered;
  private int peak;
  private int rises;
  private boolean wereTooMany;

  /** The longest time after which a call of this window is slow. */
  private long longestNs;

  /** Calls that arrived before this do not count: they were admitted under a higher limit. */
  private long countsFromNs;

  /**
   * Creates the limit of a watermark, which starts as the high one.
   *
   * @param nowNs the time
   */
  public PendingLimit(Watermark watermark, long nowNs) {
    this.watermark = watermark;
    this.patience = new Patience(nowNs);
    this.most = watermark.high();
    this.limit = most;
    this.sinceNs = nowNs;
    this.countsFromNs = nowNs;
  }

  /** Counts a call that has been answered and is still pending. */
  public void answered() {
    answered++;
    peak = Math.max(peak, watermark.pending());
  }

  /**
   * Counts the site that has answered a call.
   *
   * @param slot the site
   * @param receivedNs when the call arrived
   * @param hadNs for how long the site had it, ns
   * @param timeNs how long the call was allowed to be pending, ns
   */
  public void answered(int slot, long receivedNs, long hadNs, long timeNs) {
    patience.answered(hadNs);
    if (counts(receivedNs, timeNs)) {
      long slowNs = patience.ns(timeNs);
      calls.add(slot, hadNs > slowNs, hadNs <= slowNs / 2);
    }
  }

  /**
   * Counts a site that has not answered a call which is over, if the site is slow. The parameters
   * are those of {@link #answered(int, long, long, long)}.
   */
  public void unanswered(int slot, long receivedNs, long hadNs, long timeNs) {
    peak = Math.max(peak, watermark.pending());
    if (hadNs > patience.ns(timeNs) && counts(receivedNs, timeNs)) {
      calls.add(slot, true, false);
    }
  }

  private boolean counts(long receivedNs, long timeNs) {
    boolean counts = receivedNs - countsFromNs >= 0;
    if (counts) {
      longestNs = Math.max(longestNs, patience.ns(timeNs));
    }
    return counts;
  }

  /** Forgets how slow calls were: this process was paused until now, and sites were not. */
  public void paused(long nowNs) {
    countsFromNs = nowNs;
    calls.clear();
  }

  /** Sets the watermark anew if enough time has passed. To be called at each tick. */
  public void advance(long nowNs) {
    patience.advance(nowNs);
    long windowNs = nowNs - sinceNs;
    boolean enough = calls.total() >= MIN_CALLS;
    if (windowNs < Math.max(WINDOW_MS * MS, longestNs)
        || (!enough && windowNs < MAX_WINDOW_MS * MS)) {
      return;
    }
    rate.add(answered, windowNs);
    SlowCalls.Share slow = calls.share();
    boolean tooMany = enough && slow.isOver(MAX_SLOW_PERCENT);
    if (tooMany && (limit < most || isLasting())) {
      fall(slow);
      countsFromNs = nowNs;
    } else if (!slow.isOver(MAX_SLOW_PERCENT) && nowNs - countsFromNs >= longestNs) {
      rise();
    }
    wereTooMany = tooMany;
    watermark.limitTo(limit);
    begin(nowNs);
  }

  /** Returns whether calls were slow in two windows in turn, and still wait: no stall does that. */
  private boolean isLasting() {
    return wereTooMany && watermark.pending() > floor();
  }

  private void rise() {
    rises = limit < most ? rises + 1 : 0;
    long more = Math.max(1, (long) limit * rises * RISE_PERCENT / PERCENT);
    limit = (int) Math.min(most, limit + more);
  }

  private void fall(SlowCalls.Share slow) {
    rises = 0;
    int reached = (int) Math.min(limit, (long) peak * PART_IN_USE);
    limit = Math.min(limit, Math.max(floor(), reached - slow.part(reached)));
  }

  /**
   * Returns what is answered within the least time that can be slow. If no more are pending, calls
   * are not slow because there are too many: sites, or this process, were stalled a while ago.
   */
  private int floor() {
    long soon = rate.within(patience.quickestNs() + Patience.MIN_MS * MS);
    return (int) Math.min(most, Math.max(MIN_LIMIT, soon));
  }

  private void begin(long nowNs) {
    sinceNs = nowNs;
    calls.clear();
    answered = 0;
    peak = 0;
    longestNs = 0;
  }
}
