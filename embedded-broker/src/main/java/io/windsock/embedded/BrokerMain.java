package io.windsock.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A broker in a process of its own, for tests and benchmarks: {@code java -cp …
 * io.windsock.embedded.BrokerMain DIR PORT [PROPERTY=VALUE …]}. Prints {@code ready 127.0.0.1:PORT}
 * when it serves, and stops cleanly on SIGTERM or when its standard input ends, so a broker never
 * outlives the test that started it. (Users run {@code windsock broker}.)
 */
public final class BrokerMain {
  private BrokerMain() {}

  /** Starts the broker; exits with 1 and the reason on standard error if that fails. */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length < 2) {
      System.err.println("usage: BrokerMain DIR PORT [PROPERTY=VALUE ...]");
      System.exit(2);
    }
    EmbeddedBroker broker;
    try {
      Options options = Options.at(Path.of(args[0])).withPort(Integer.parseInt(args[1]));
      for (String property : Arrays.asList(args).subList(2, args.length)) {
        int equals = property.indexOf('=');
        if (equals < 1) {
          throw new BrokerStartException(property + ": give a property as NAME=VALUE");
        }
        options =
            options.withProperty(property.substring(0, equals), property.substring(equals + 1));
      }
      broker = EmbeddedBroker.start(options);
    } catch (BrokerStartException | NumberFormatException e) {
      System.err.println(e.getMessage());
      System.exit(1);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "broker-close"));
    System.out.println("ready " + broker.bootstrapServers());
    System.out.flush();
    while (System.in.read() >= 0) {
      // There are no commands on standard input; only its end matters.
    }
    System.exit(0);
  }
}
