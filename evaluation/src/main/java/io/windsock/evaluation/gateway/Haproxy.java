package io.windsock.evaluation.gateway;

import io.windsock.embedded.FreePort;
import io.windsock.evaluation.machine.AtExit;
import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.evaluation.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * haproxy in the place of a gateway: it sends each request to one of the sites in turn, over
 * connections that are kept. One thread owns it.
 */
final class Haproxy implements AutoCloseable {
  static final Path PROGRAM = Path.of("/usr/sbin/haproxy");

  private static final String CONFIGURATION =
      """
      global
        maxconn 4000
      defaults
        mode http
        timeout connect 1s
        timeout client 30s
        timeout server 10s
        option http-keep-alive
        option redispatch
        retries 2
        http-reuse always
      frontend calls
        bind 127.0.0.1:%s
        http-request replace-path /v1/query/(.*) /v1/\\1
        default_backend sites
      backend sites
        balance roundrobin
      %s""";

  private static final long PATIENCE_MS = 10_000;
  private static final long LOOK_EVERY_MS = 20;
  private static final int CONNECT_MS = 500;

  private final WorkFolder folder;
  private final Node node;
  private final Process process;
  private final int port;
  private final AtExit abort;

  private Haproxy(WorkFolder folder, Node node, int port, Path configuration) throws IOException {
    this.folder = folder;
    this.node = node;
    this.port = port;
    abort = AtExit.run("haproxy-abort", node::kill);
    List<String> command = new ArrayList<>(node.joining());
    command.addAll(List.of(PROGRAM.toString(), "-db", "-f", configuration.toString()));
    process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
  }

  /** Starts it, and waits until it listens. */
  static Haproxy start(List<URI> sites) throws IOException, InterruptedException {
    WorkFolder folder = WorkFolder.create();
    int port = FreePort.any();
    Path file = folder.path().resolve("haproxy.cfg");
    Files.writeString(file, configuration(port, sites), StandardCharsets.US_ASCII);
    Node node = Node.create(folder.path().getFileName() + "-haproxy");
    Haproxy haproxy = new Haproxy(folder, node, port, file);
    try {
      haproxy.awaitListening();
    } catch (RuntimeException | InterruptedException e) {
      haproxy.close();
      throw e;
    }
    return haproxy;
  }

  /** Returns the configuration for these sites. */
  static String configuration(int port, List<URI> sites) {
    StringBuilder servers = new StringBuilder();
    for (int i = 0; i < sites.size(); i++) {
      URI site = sites.get(i);
      servers.append(
          String.format(
              Locale.ROOT, "  server m%d %s:%d%n", i + 1, site.getHost(), site.getPort()));
    }
    return CONFIGURATION.formatted(Integer.toString(port), servers);
  }

  private void awaitListening() throws InterruptedException {
    for (long ms = 0; ms < PATIENCE_MS && process.isAlive(); ms += LOOK_EVERY_MS) {
      try (Socket probe = new Socket()) {
        probe.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MS);
        return;
      } catch (IOException e) {
        Thread.sleep(LOOK_EVERY_MS);
      }
    }
    throw new IllegalStateException("haproxy does not listen; it says why on standard error");
  }

  /** Returns its URL. */
  String url() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    try {
      end();
    } finally {
      var unused = abort.cancel();
    }
  }

  private void end() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
    try {
      node.close();
      folder.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
