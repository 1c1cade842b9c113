package io.windsock.platform.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.windsock.platform.testing.NameServer;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A peer that is started again has another address. */
@Timeout(240)
class EventLoopsTest {
  private static final String NAME = "peer.test";
  private static final String FORMER = "127.0.0.2";
  private static final String NOW = "127.0.0.1";

  private interface Move {
    void run() throws Exception;
  }

  @Test
  void shouldFollowANameServer() throws Exception {
    try (NameServer names = new NameServer(FORMER)) {
      assertFollowed(names.askedBy(EventLoops.options(1)), () -> names.set(NOW));
    }
  }

  @Test
  void shouldFollowTheHostsFile(@TempDir Path folder) throws Exception {
    Path hosts = Files.writeString(folder.resolve("hosts"), FORMER + " " + NAME + "\n");
    VertxOptions options = EventLoops.options(1);
    options.getAddressResolverOptions().setHostsPath(hosts.toString());

    assertFollowed(options, () -> Files.writeString(hosts, NOW + " " + NAME + "\n"));
  }

  @Test
  void shouldFindANameThatHadNoAddress() throws Exception {
    try (NameServer names = new NameServer(null)) {
      Vertx vertx = Vertx.vertx(names.askedBy(EventLoops.options(1)));
      try {
        int port = serve(vertx, NOW, 0);
        NetClient client = vertx.createNetClient();
        assertThatThrownBy(() -> address(client, port))
            .hasRootCauseInstanceOf(UnknownHostException.class);

        names.set(NOW);

        await().ignoreExceptions().until(() -> address(client, port).equals(NOW));
      } finally {
        get(vertx.close());
      }
    }
  }

  private static void assertFollowed(VertxOptions options, Move move) throws Exception {
    Vertx vertx = Vertx.vertx(options);
    try {
      int port = serve(vertx, NOW, 0);
      assertThat(serve(vertx, FORMER, port)).isEqualTo(port);
      NetClient client = vertx.createNetClient();
      assertThat(address(client, port)).isEqualTo(FORMER);

      move.run();

      await().ignoreExceptions().until(() -> address(client, port).equals(NOW));
    } finally {
      get(vertx.close());
    }
  }

  private static int serve(Vertx vertx, String address, int port) throws Exception {
    NetServer server = vertx.createNetServer().connectHandler(socket -> {});
    return get(server.listen(port, address)).actualPort();
  }

  /** Returns the address to which the name leads. */
  private static String address(NetClient client, int port) throws Exception {
    NetSocket socket = get(client.connect(port, NAME));
    try {
      return socket.remoteAddress().hostAddress();
    } finally {
      get(socket.close());
    }
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
