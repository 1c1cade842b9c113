package io.windsock.testbed.fault;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A relay in front of the links of a site, or of the receiver of a link to another cluster, in a
 * process of its own: {@code FaultyLink LISTEN_URL SERVER_URL}. It prints {@code ready}, takes the
 * fault to have from then on as a line each ({@link LinkFault#parse}), answers it with {@code now
 * FAULT}, and stops when its standard input ends.
 *
 * <p>The site announces the relay's host to gateways ({@code --advertised-url}) and binds its links
 * at another address of the same machine with the same port, such as 127.0.0.2 and 127.0.0.1.
 */
public final class FaultyLink {
  private static final long SEED = 7;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
  private final NetClient client =
      vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
  private final SocketAddress site;
  private volatile LinkFault fault = LinkFault.NONE;

  private FaultyLink(URI site) {
    this.site = address(site);
  }

  private static SocketAddress address(URI url) {
    return SocketAddress.inetSocketAddress(url.getPort(), url.getHost());
  }

  /** Relays until standard input ends. */
  public static void main(String[] args) throws IOException {
    FaultyLink link = new FaultyLink(URI.create(args[1]));
    link.listen(URI.create(args[0]));
    System.out.println("ready");
    System.out.flush();
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        link.fault = LinkFault.parse(line.strip());
        System.out.println("now " + link.fault);
        System.out.flush();
      }
    }
    System.exit(0);
  }

  private void listen(URI at) {
    Future<NetServer> listening =
        vertx
            .createNetServer(new NetServerOptions().setTcpNoDelay(true))
            .connectHandler(this::connected)
            .listen(address(at));
    listening.toCompletionStage().toCompletableFuture().join();
  }

  private void connected(NetSocket gateway) {
    gateway.pause();
    client
        .connect(site)
        .onComplete(
            connected -> {
              if (connected.succeeded()) {
                new Relay(vertx, gateway, connected.result(), () -> fault, SEED).start();
              } else {
                gateway.close();
              }
            });
  }
}
