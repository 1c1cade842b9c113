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
 * CallsResult} as JSON. For the line {@code ceiling ORDER} it prints {@code ceiling} with the calls
 * per second that it achieves alone. It stops when its standard input ends.
 */
final class CallsMain {
  private static final String CEILING = "ceiling ";
  private static final String VERSION = "of the experiment";
  private static final ObjectMapper JSON = new ObjectMapper();

  private CallsMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    say("ready");
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        if (line.startsWith(CEILING)) {
          say(CEILING + ceiling(CallsOrder.parse(line.substring(CEILING.length()))));
        } else {
          CallsRun load = new CallsRun(CallsOrder.parse(line).options(), new Quiet());
          say("result " + JSON.writeValueAsString(load.run(VERSION)));
        }
      }
    }
    System.exit(0);
  }

  private static double ceiling(CallsOrder order) throws InterruptedException {
    try {
      CallsResult.Alone alone = CallsRun.ceiling(order.options(), new Quiet());
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

  /** Sees nothing and never stops a load. */
  private static final class Quiet implements CallsRun.Watch {
    @Override
    public void note(String line) {}

    @Override
    public void interval(IntervalResult interval) {}

    @Override
    public boolean stopped() {
      return false;
    }
  }
}
