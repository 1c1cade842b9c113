package io.windsock.gateway.run;

import com.sun.management.ThreadMXBean;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.discover.KnownMembers;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.platform.link.CallLink;
import io.windsock.platform.link.LinkBounds;
import io.windsock.platform.link.LinkClient;
import io.windsock.platform.link.LinkListener;
import io.windsock.platform.link.OfferResult;
import io.windsock.platform.telemetry.Metrics;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what one gateway relays: a requester keeps 2,000 calls pending over a link, two sites
 * without state answer. All is in one process, so the calls a second depend on its processors; the
 * processor time of the gateway's event loop for each call does not. Prints both each second. Run
 * it with the module's test class path: {@code java -cp ... io.windsock.gateway.run.GatewayRate}.
 */
final class GatewayRate implements LinkListener {
  private static final int PENDING = 2_000;
  private static final int SECONDS = 12;
  private static final int DEADLINE_MS = 1_000;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context loop = vertx.getOrCreateContext();
  private final CallLink link;
  private final AtomicLong answered = new AtomicLong();
  private long number;

  private GatewayRate(String url) {
    link =
        new LinkClient(vertx, LinkBounds.standard())
            .open(loop, url, Question.Kind.KEY, new Sender("r1", "run-1", false), this);
  }

  public static void main(String[] args) throws InterruptedException {
    GatewayConfig config =
        GatewayConfig.builder("a", "unused:9092", Catalogue.builtIn("airline")).build();
    FakeSite x = new FakeSite("x");
    FakeSite y = new FakeSite("y");
    CallRelay front = new CallRelay(config, "run-a", new Metrics());
    List<Member> sites = List.of(x.member(), y.member());
    front.known(() -> new KnownMembers(sites, List.of()));
    while (front.current().stats().openSites() < 2) {
      Thread.sleep(10);
    }
    long thread = OnLoop.get(front.context(), () -> Thread.currentThread().getId());
    GatewayRate rate = new GatewayRate(front.url());
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < SECONDS; i++) {
      rate.second(threads, thread);
    }
    System.out.println(front.current().stats());
    System.exit(0);
  }

  private void second(ThreadMXBean threads, long thread) throws InterruptedException {
    long before = answered.get();
    long beganNs = System.nanoTime();
    long cpuNs = threads.getThreadCpuTime(thread);
    long bytes = threads.getThreadAllocatedBytes(thread);
    Thread.sleep(1_000);
    long calls = Math.max(1, answered.get() - before);
    System.out.printf(
        "%,.0f calls/s, gateway's loop: %.2f us and %d bytes a call, so %,.0f calls/s at most%n",
        calls / ((System.nanoTime() - beganNs) / 1e9),
        (threads.getThreadCpuTime(thread) - cpuNs) / 1e3 / calls,
        (threads.getThreadAllocatedBytes(thread) - bytes) / calls,
        calls * 1e9 / Math.max(1, threads.getThreadCpuTime(thread) - cpuNs));
  }

  @Override
  public void up() {
    send(PENDING);
  }

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      Question key = new Question.OfKey("FL" + number % 10_000);
      Call call = new Call("c" + number, key, DEADLINE_MS, null, 1, List.of());
      if (link.offer(call) == OfferResult.TAKEN) {
        number++;
      }
    }
  }

  @Override
  public void answers(AnswerBatch batch) {
    answered.addAndGet(batch.answers().size());
    send(batch.answers().size());
  }

  @Override
  public void down(String reason) {
    System.err.println(reason);
  }
}
