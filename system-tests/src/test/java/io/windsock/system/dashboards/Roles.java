package io.windsock.system.dashboards;

import io.windsock.cli.Windsock;
import io.windsock.embedded.FreePort;
import io.windsock.system.WindsockProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A process of every role, each with its metrics on a port: a topology, the central site, two
 * mirrors, two gateways, a controller, a replayer that goes on until it is closed, and a link to
 * another cluster. One thread owns it.
 */
final class Roles implements AutoCloseable {
  private static final Duration BACK = Duration.ofDays(20);

  private final Path folder;
  private final String broker;
  private final List<WindsockProcess> processes = new ArrayList<>();
  private final Map<String, List<Integer>> ports = new TreeMap<>();

  private Roles(Path folder, String broker) {
    this.folder = folder;
    this.broker = broker;
  }

  /**
   * Starts them all; their logs and data are in the folder. The replayer does not wait for topics.
   *
   * @param remote the cluster that the link copies to
   */
  static Roles start(Path folder, String broker, String remote) throws IOException {
    windsock("topics", "create", "-b", broker, "--partitions", "2");
    Roles roles = new Roles(folder, broker);
    roles.role("topology", "topology", "--partitions", "2");
    roles.site("central", "central");
    roles.site("mirror", "mirror-1");
    roles.site("mirror", "mirror-2");
    roles.role("gateway-1", "gateway", "--name", "gateway-1", "--link-port", "0");
    roles.role("gateway-2", "gateway", "--name", "gateway-2", "--link-port", "0");
    roles.role("controller", "controller", "--name", "controller-1");
    roles.role("replay", "replay", feed(folder), "--loop", "--speed", "x300");
    roles.link(remote);
    return roles;
  }

  private void link(String remote) throws IOException {
    Path credentials = folder.resolve("credentials");
    windsock("link", "credentials", "--out", credentials.toString(), "127.0.0.1", "localhost");
    int line = FreePort.any();
    side("receive", credentials.resolve("127.0.0.1"), "-b", remote, "--port", text(line));
    side(
        "send",
        credentials.resolve("localhost"),
        "-b",
        broker,
        "--to",
        "127.0.0.1:" + line,
        "--rpo",
        "10s");
  }

  private static String text(int port) {
    return String.valueOf(port);
  }

  private void side(String command, Path credentials, String... more) throws IOException {
    int port = FreePort.any();
    List<String> args = new ArrayList<>(List.of("link", command));
    args.addAll(List.of("--credentials", credentials.toString(), "--http-port", text(port)));
    args.addAll(List.of(more));
    processes.add(
        new WindsockProcess(
            folder.resolve("link-" + command + ".log"), args.toArray(String[]::new)));
    String job = "windsock-link-" + (command.equals("send") ? "sender" : "receiver");
    ports.put(job, List.of(port));
  }

  private void site(String role, String name) throws IOException {
    role(name, "site", "--role", role, "--name", name);
  }

  private void role(String name, String command, String... more) throws IOException {
    int port = FreePort.any();
    List<String> args = new ArrayList<>(List.of(command, "-b", broker));
    args.addAll(List.of("--port", text(port)));
    args.addAll(List.of(more));
    if (command.equals("topology") || command.equals("site")) {
      args.addAll(List.of("--data", folder.resolve(name).toString()));
    }
    Path log = folder.resolve(name + ".log");
    processes.add(new WindsockProcess(log, args.toArray(String[]::new)));
    ports.computeIfAbsent("windsock-" + command, job -> new ArrayList<>()).add(port);
  }

  /** An hour of a small hub, so long ago that no loop comes near the present. */
  private static String feed(Path folder) {
    String file = folder.resolve("feed.avro").toString();
    String start = Instant.now().minus(BACK).truncatedTo(ChronoUnit.SECONDS).toString();
    windsock(
        "feed",
        "generate",
        "--flights",
        "20",
        "--hours",
        "1",
        "--underway",
        "--events",
        "3000",
        "--start",
        start,
        "--out",
        file);
    return file;
  }

  private static void windsock(String... args) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    if (Windsock.execute(args, Map.of(), out, out) != 0) {
      throw new IllegalStateException(said.toString());
    }
  }

  /** The ports of each job, in the order of their start. */
  Map<String, List<Integer>> ports() {
    return ports;
  }

  URI controller() {
    return url(ports.get("windsock-controller").get(0));
  }

  List<URI> sites() {
    return urls("windsock-site");
  }

  List<URI> gateways() {
    return urls("windsock-gateway");
  }

  private List<URI> urls(String job) {
    return ports.get(job).stream().map(Roles::url).toList();
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Whether none has ended. */
  boolean allAlive() {
    return processes.stream().allMatch(WindsockProcess::isAlive);
  }

  @Override
  public void close() {
    processes.forEach(WindsockProcess::close);
  }
}
