package io.windsock.gateway.http;

import io.vertx.core.Context;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.gateway.Calls;
import io.windsock.gateway.http.pass.PassBounds;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.telemetry.Metrics;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * A gateway's HTTP server without a gateway behind it: each query is answered at once with 400
 * bytes. It measures the cost of HTTP alone. Prints queries per second and CPU time per query; load
 * comes from elsewhere: {@code java -cp ... io.windsock.gateway.http.QueryRate}, then {@code wrk
 * -t1 -c64 -d20 URL} with the URL that it prints.
 */
final class QueryRate implements Calls {
  private static final byte[] BODY = new byte[400];
  private static final long EVERY_MS = 2_000;

  private final LongAdder asked = new LongAdder();

  private QueryRate() {}

  @Override
  public void ask(String caller, Call call, Context loop, Consumer<Answer> outcome) {
    asked.increment();
    loop.runOnContext(
        v ->
            outcome.accept(
                new Answer(call.id(), Status.FOUND, "m1", MemoryCalls.AT, BODY, "", "")));
  }

  @Override
  public void left(String caller) {}

  @Override
  public void drain(String site, boolean drain, Context loop, Consumer<Boolean> done) {
    throw new UnsupportedOperationException();
  }

  /** Serves until it is interrupted. */
  public static void main(String[] args) throws InterruptedException {
    QueryRate calls = new QueryRate();
    GatewayParts parts =
        new GatewayParts(
            "g1",
            calls,
            List::of,
            () -> {
              throw new UnsupportedOperationException();
            },
            List::of,
            null);
    GatewayHttpConfig config =
        new GatewayHttpConfig(HttpConfig.at("127.0.0.1", 0), "", 100, PassBounds.standard());
    try (Metrics metrics = new Metrics();
        GatewayHttp http = GatewayHttp.start(config, parts, metrics)) {
      System.out.println(http.url() + "/v1/query/state/08001234567");
      var process =
          (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long cpuNs = process.getProcessCpuTime();
      while (true) {
        Thread.sleep(EVERY_MS);
        long queries = calls.asked.sumThenReset();
        long nowNs = process.getProcessCpuTime();
        System.out.printf(
            "%d queries/s, %.1f us of CPU each%n",
            queries * 1000 / EVERY_MS, (nowNs - cpuNs) / 1e3 / Math.max(1, queries));
        cpuNs = nowNs;
      }
    }
  }
}
