package io.windsock.evaluation.gateway.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.Failure;
import io.windsock.testbed.calls.CallsRun;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.IntervalResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The generator of calls in a process of its own, which stays warm from load to load. It prints
 * {@code ready}, then reads a {@link CallsOrder} a line and prints {@code result} with the {@link
 * CallsResult} as JSON. The line {@code stop} ends the load that runs: its result is that of the
 * calls made so far. For the line {@code ceiling ORDER} it prints {@code ceiling} with the calls
 * per second that it achieves alone. It stops when its standard input ends.
 */
final class CallsMain {
  private static final String CEILING = "ceiling ";
  private static final String VERSION = "of the experiment";
  private static final ObjectMapper JSON = new ObjectMapper();

  private CallsMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Orders orders = new Orders();
    Thread reader = new Thread(() -> read(orders), "orders");
    reader.setDaemon(true); // a load that fails ends the process
    reader.start();
    say("ready");
    Quiet watch = new Quiet(orders);
    while (true) {
      String line = orders.next();
      if (line.startsWith(CEILING)) {
        say(CEILING + ceiling(CallsOrder.parse(line.substring(CEILING.length())), watch));
      } else {
        CallsRun load = new CallsRun(CallsOrder.parse(line).options(), watch);
        say("result " + JSON.writeValueAsString(load.run(VERSION)));
      }
    }
  }

  private static void read(Orders orders) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      orders.read(lines);
    } catch (IOException e) {
      System.err.println("the orders can't be read, so the process ends: " + e);
    }
    System.exit(0);
  }

  private static double ceiling(CallsOrder order, Quiet watch) throws InterruptedException {
    try {
      CallsResult.Alone alone = CallsRun.ceiling(order.options(), watch);
      return alone == null ? 0 : alone.perSecond();
    } catch (Failure e) {
      System.err.println("the ceiling of calls was not measured: " + e.getMessage());
      return 0;
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Reports no progress, and stops a load when it is told to. */
  private record Quiet(Orders orders) implements CallsRun.Watch {
    @Override
    public void note(String line) {}

    @Override
    public void interval(IntervalResult interval) {}

    @Override
    public boolean stopped() {
      return orders.stopped();
    }
  }
}
