package io.windsock.gateway.core;

import com.sun.management.ThreadMXBean;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteReport;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Measures what a call costs the core on one thread: its arrival, one message to a site if this
 * gateway is its primary, its answer, and its share of ticks; 2,000 calls are pending. Prints calls
 * per second and bytes allocated per call. Run it with the module's test class path: {@code java
 * -cp ... io.windsock.gateway.core.CoreRate}.
 */
final class CoreRate implements Output {
  private static final int ROUNDS = 6;
  private static final int CALLS = 500_000;
  private static final int PENDING = 2_000;
  private static final int SITES = 10;
  private static final long GAP_NS = 20_000;
  private static final Token AT = new Token(1, new long[] {1, 2, 3, 4});
  private static final byte[] BODY = new byte[200];

  private final Requester requester = new Requester("caller", 1);
  private final Deque<String> ids = new ArrayDeque<>();
  private final GatewayCore core;
  private long nowNs;
  private long number;
  private long sent;
  private long relayed;

  private CoreRate() {
    core = new GatewayCore(CoreSettings.defaults("gateway0"), this, 0);
    List<SiteReport> sites = new ArrayList<>();
    for (int i = 0; i < SITES; i++) {
      sites.add(new SiteReport("site" + i, "run", true, false));
    }
    core.members(new Membership(sites, List.of("gateway0", "gateway1")), 0);
  }

  public static void main(String[] args) {
    var rate = new CoreRate();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    for (int i = 0; i < ROUNDS; i++) {
      long allocated = threads.getThreadAllocatedBytes(thread);
      long startNs = System.nanoTime();
      rate.round();
      double seconds = (System.nanoTime() - startNs) / 1e9;
      allocated = threads.getThreadAllocatedBytes(thread) - allocated;
      System.out.printf(
          "%,.0f calls/s, %d bytes a call, %d sent, %d relayed%n",
          CALLS / seconds, allocated / CALLS, rate.sent, rate.relayed);
    }
  }

  private void round() {
    for (int i = 0; i < CALLS; i++) {
      nowNs += GAP_NS;
      if (i % 500 == 0) {
        heartbeats();
        core.tick(nowNs);
      }
      String id = "c" + number++;
      core.call(requester, new Call(id, new Question.OfKey("k"), 100, null, 2, List.of()), nowNs);
      ids.add("caller:" + id);
      if (ids.size() > PENDING) {
        answer(ids.remove());
      }
    }
  }

  private void answer(String id) {
    String site = "site" + number % SITES;
    core.answer(site, new Answer(id, Status.FOUND, site, AT, BODY, "", ""), nowNs);
  }

  private void heartbeats() {
    core.heartbeat("gateway1", nowNs);
    for (int i = 0; i < SITES; i++) {
      core.heartbeat("site" + i, nowNs);
    }
  }

  @Override
  public void send(String site, Call call) {
    sent++;
  }

  @Override
  public void cancel(String site, String id) {}

  @Override
  public void relay(Requester to, Answer answer) {
    relayed++;
  }
}
