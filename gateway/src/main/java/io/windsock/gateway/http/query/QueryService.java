package io.windsock.gateway.http.query;

import io.windsock.gateway.Calls;
import io.windsock.gateway.http.pass.SiteAddress;
import io.windsock.platform.http.ByteBudget;
import io.windsock.platform.http.Workers;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** What the queries of all event loops share. Any thread may use it. */
public final class QueryService {
  /** How often {@link #look} is to be called. */
  public static final long LOOK_MS = 500;

  /** The most bytes of long answers that clients may have left unread, of all together: 64 MiB. */
  static final long MAX_UNREAD_BYTES = 64 << 20;

  private static final int PREFIX_LIMIT = 36 * 36 * 36 * 36 * 36;
  private static final int RADIX = 36;

  private final Calls calls;
  private final Workers workers;
  private final int deadlineMs;
  private final ViewNames views;
  private final PendingIds pending = new PendingIds();
  private final ByteBudget unread = new ByteBudget(MAX_UNREAD_BYTES);
  private final AtomicLong callers = new AtomicLong();

  /** Begins the names of this run's callers, so that they differ from those at other gateways. */
  private final String prefix =
      "h" + Integer.toString(ThreadLocalRandom.current().nextInt(PREFIX_LIMIT), RADIX) + "-";

  /**
   * Creates the queries of a gateway.
   *
   * @param calls answers them
   * @param sites the sites that list the views
   * @param workers compress long answers
   * @param deadlineMs the deadline of a query that names none, ms
   */
  public QueryService(
      Calls calls, Supplier<List<SiteAddress>> sites, Workers workers, int deadlineMs) {
    this.calls = calls;
    this.workers = workers;
    this.deadlineMs = deadlineMs;
    views = new ViewNames(sites);
  }

  /** Returns the endpoint of one event loop. */
  public QueryEndpoint endpoint() {
    return new QueryEndpoint(
        calls,
        new Callers(calls, prefix, callers),
        pending,
        new QueryReader(views, deadlineMs),
        new QueryReply(workers, unread));
  }

  /** Returns the bytes of long answers that clients have not read yet. */
  public long unreadBytes() {
    return unread.takenBytes();
  }

  /** Learns the views from a site, unless it did so lately. Returns at once. */
  public void look() {
    views.look();
  }
}
