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

  /** A window ends after so long, ms. If it has had few calls, it does not lower the limit. */
  public static final long MAX_WINDOW_MS = 1_000;

  /** Fewer calls than this do not lower the limit. */
  public static final int MIN_CALLS = 50;

  /** A higher share of slow calls lowers the limit, no higher one raises it. */
  public static final int MAX_SLOW_PERCENT = 1;

  /** The first rise after a fall, in percent; the second in turn is twice as much, and so on. */
  public static final int RISE_PERCENT = 2;

  /** The limit never falls below this, or the high watermark: a few calls are no overload. */
  public static final int MIN_LIMIT = 16;

  private static final long MS = 1_000_000;
  private static final int PERCENT = 100;

  /** The limit falls from so many times the most that were pending, if that is less. */
  private static final int TIMES_PEAK = 2;

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

  /** After how long each of the calls of this window is slow, in all. */
  private long patienceNs;

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
    count(slot, receivedNs, hadNs, patience.ns(timeNs));
  }

  /**
   * Counts a site that has not answered a call which is over, if the site is slow. The parameters
   * are those of {@link #answered(int, long, long, long)}.
   */
  public void unanswered(int slot, long receivedNs, long hadNs, long timeNs) {
    peak = Math.max(peak, watermark.pending());
    long slowNs = patience.ns(timeNs);
    if (hadNs > slowNs) {
      count(slot, receivedNs, hadNs, slowNs);
    }
  }

  private void count(int slot, long receivedNs, long hadNs, long slowNs) {
    if (receivedNs - countsFromNs >= 0) {
      calls.add(slot, hadNs > slowNs, hadNs <= slowNs / 2);
      patienceNs += slowNs;
    }
  }

  /** Forgets how slow calls were: this process was paused until now, and sites were not. */
  public void paused(long nowNs) {
    countsFromNs = nowNs;
    forget();
  }

  /** Sets the watermark anew if enough time has passed. To be called at each tick. */
  public void advance(long nowNs) {
    patience.advance(nowNs);
    long windowNs = nowNs - sinceNs;
    boolean enough = calls.total() >= MIN_CALLS;
    long untilSlowNs = untilSlowNs();
    if (windowNs < (enough ? Math.max(WINDOW_MS * MS, untilSlowNs) : MAX_WINDOW_MS * MS)) {
      return;
    }
    rate.add(answered, windowNs);
    SlowCalls.Share slow = calls.share();
    boolean tooMany = enough && slow.isOver(MAX_SLOW_PERCENT);
    if (tooMany && (limit < most || isLasting())) {
      fall(slow);
      countsFromNs = nowNs;
    } else if (!slow.isOver(MAX_SLOW_PERCENT) && nowNs - countsFromNs >= untilSlowNs) {
      rise();
    }
    wereTooMany = tooMany;
    watermark.limitTo(limit);
    begin(nowNs);
  }

  /**
   * Returns after how long the calls of this window are slow, on average: in a shorter window only
   * the quick ones end. Bounded, and not the longest, so that no caller's deadline can keep the
   * limit as it is.
   */
  private long untilSlowNs() {
    return calls.total() == 0 ? 0 : Math.min(MAX_WINDOW_MS * MS, patienceNs / calls.total());
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
    int reached = (int) Math.min(limit, (long) peak * TIMES_PEAK);
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
    answered = 0;
    peak = 0;
    forget();
  }

  private void forget() {
    calls.clear();
    patienceNs = 0;
  }
}
