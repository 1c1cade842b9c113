package io.windsock.evaluation.views;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.evaluation.ceiling.BareServer;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.machine.Machine;
import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of a cached view: under {@code wrk}, in alternating rounds, a site's server and
 * a bare Vert.x server that sends the same body, each in a JVM of its own. Run it with {@code
 * ./windsock bench views}.
 */
@Command(
    name = "views",
    description = "Measures cached views under wrk against a bare Vert.x server of the same bytes.",
    mixinStandardHelpOptions = true)
public final class ViewsBench implements Callable<Integer> {
  private static final String TARGET = "/v1/views/arrivals?airport=EGLL";
  private static final int MAX_ROUNDS = 100;
  private static final int MAX_SECONDS = 600;
  private static final int MAX_CONNECTIONS = 10_000;
  private static final int MAX_ROWS = 100_000;
  private static final int TOO_SLOW = 1;
  private static final int NO_WRK = 2;

  @Option(names = "--rounds", description = "Rounds, each with both servers (${DEFAULT-VALUE}).")
  private int rounds = 7;

  @Option(names = "--seconds", description = "Each run's length (${DEFAULT-VALUE}).")
  private int seconds = 5;

  @Option(names = "--warm-up", description = "Seconds before that, once (${DEFAULT-VALUE}).")
  private int warmUp = 10;

  @Option(names = "--connections", description = "Connections of wrk (${DEFAULT-VALUE}).")
  private int connections = 64;

  @Option(
      names = "--rows",
      split = ",",
      description = "Rows of the view, one measurement each (${DEFAULT-VALUE}).")
  private List<Integer> rows = List.of(10, 100);

  @Option(
      names = "--header",
      description = "A request header for both servers, as wrk takes it; may be repeated.")
  private List<String> headers = List.of();

  @Option(
      names = "--min-ratio",
      description = "Fail if a median ratio is lower (${DEFAULT-VALUE}).")
  private double minRatio = 0.85;

  @Option(names = "--jvm", description = "A JVM option for both servers; may be repeated.")
  private List<String> jvm = List.of("-Xms512m", "-Xmx512m");

  private final PrintStream out = System.out;

  /** Runs the benchmark on its own. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new ViewsBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    checkOptions();
    if (!Wrk.isThere()) {
      System.err.println("wrk is not installed; on Debian: apt-get install wrk");
      return NO_WRK;
    }
    out.printf(
        "%s; wrk with %d connections, %d s a run%n", Machine.describe(), connections, seconds);
    boolean fastEnough = true;
    for (int count : rows) {
      fastEnough &= measure(count) >= minRatio;
    }
    return fastEnough ? 0 : TOO_SLOW;
  }

  /** Checks the ranges, before a server starts. */
  private void checkOptions() {
    ConfigCheck check = new ConfigCheck("views");
    check.range("rounds", rounds, 1, MAX_ROUNDS);
    check.range("seconds", seconds, 1, MAX_SECONDS);
    check.range("warm-up", warmUp, 1, MAX_SECONDS);
    check.range("connections", connections, 1, MAX_CONNECTIONS);
    rows.forEach(count -> check.range("rows", count, 1, MAX_ROWS));
    headers.forEach(
        header ->
            check.holds(header.indexOf(':') > 0, "header", "'" + header + "'", "NAME: VALUE"));
    check.done();
  }

  private double measure(int count) throws IOException, InterruptedException {
    try (WorkFolder folder = WorkFolder.create();
        ChildProcess site =
            ChildProcess.start(
                ViewsSite.class, jvm, List.of(folder.path().toString(), Integer.toString(count)))) {
      String siteUrl = site.await("ready") + TARGET;
      Path body = folder.path().resolve("body");
      Files.write(body, fetch(siteUrl));
      try (ChildProcess bare =
          ChildProcess.start(BareServer.class, jvm, List.of(body.toString()))) {
        String bareUrl = bare.await("ready") + TARGET;
        out.printf("%n%d rows, a body of %,d bytes%n", count, Files.size(body));
        return rounds(new Side(bare, bareUrl), new Side(site, siteUrl));
      }
    }
  }

  /** A server under load. */
  private record Side(ChildProcess child, String url) {}

  /** The result of one run. */
  private record Rate(double perSecond, double cpuUs) {}

  private double rounds(Side bare, Side site) throws IOException {
    Wrk.run(bare.url(), connections, warmUp, headers);
    Wrk.run(site.url(), connections, warmUp, headers);
    out.println("round   bare/s   site/s  ratio | CPU-µs a request: bare  site");
    List<Double> ratios = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      // Alternate, so neither always runs on what the other left behind.
      Rate first = run(round % 2 == 1 ? bare : site);
      Rate second = run(round % 2 == 1 ? site : bare);
      Rate ofBare = round % 2 == 1 ? first : second;
      Rate ofSite = round % 2 == 1 ? second : first;
      double ratio = ofSite.perSecond() / ofBare.perSecond();
      ratios.add(ratio);
      out.printf(
          "%5d %,8.0f %,8.0f  %5.2f | %22.1f %5.1f%n",
          round, ofBare.perSecond(), ofSite.perSecond(), ratio, ofBare.cpuUs(), ofSite.cpuUs());
    }
    double median = Spread.of(ratios).median();
    out.printf("median ratio %.2f%n", median);
    return median;
  }

  private Rate run(Side side) throws IOException {
    long before = side.child().cpuUs();
    double perSecond = Wrk.run(side.url(), connections, seconds, headers);
    return new Rate(perSecond, (side.child().cpuUs() - before) / (perSecond * seconds));
  }

  private byte[] fetch(String url) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    for (String header : headers) {
      int colon = header.indexOf(':');
      request.header(header.substring(0, colon).trim(), header.substring(colon + 1).trim());
    }
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(url + " answered " + answer.statusCode());
    }
    return answer.body();
  }
}
