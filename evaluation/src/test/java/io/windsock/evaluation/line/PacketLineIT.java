package io.windsock.evaluation.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection of TCP over a line. */
@Timeout(60)
class PacketLineIT {
  private static final String ADDRESS = "10.213.6.1";
  private static final String PEER = "10.213.6.2";
  private static final int CONNECT_MS = 20_000;
  private static final int BYTES = 1_000_000;

  private static LineCounts counts(ChildProcess line) {
    line.tell("counts");
    return LineCounts.parse(line.await("counts"));
  }

  private static void become(ChildProcess line, LineCondition condition) {
    line.tell(condition.toString());
    line.await("now");
  }

  /** Reads until the connection ends; answers how many bytes came, if each was as it should be. */
  private static int read(ServerSocket server) {
    try (Socket socket = server.accept();
        InputStream in = socket.getInputStream()) {
      byte[] all = in.readAllBytes();
      for (int i = 0; i < all.length; i++) {
        if (all[i] != (byte) i) {
          return i;
        }
      }
      return all.length;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] content() {
    byte[] all = new byte[BYTES];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    return all;
  }

  @Test
  void shouldDelayAndLosePacketsOfAConnection() throws Exception {
    assumeThat(PacketLine.missing()).isEmpty();
    try (ServerSocket server = new ServerSocket(0)) {
      String port = Integer.toString(server.getLocalPort());
      try (ChildProcess line =
          ChildProcess.start(PacketLine.class, List.of(), List.of("wstest0", ADDRESS, port))) {
        line.await("ready");
        become(line, new LineCondition(40, 20_000, 10));
        CompletableFuture<Integer> reading = CompletableFuture.supplyAsync(() -> read(server));
        long beginNs = System.nanoTime();
        try (Socket client = new Socket()) {
          client.connect(new InetSocketAddress(PEER, server.getLocalPort()), CONNECT_MS);
          assertThat(System.nanoTime() - beginNs).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(40));
          OutputStream out = client.getOutputStream();
          out.write(content());
        }
        assertThat(reading.get(50, TimeUnit.SECONDS)).isEqualTo(BYTES);
        // At 20 Mbit/s, a million bytes take 0.4 s.
        assertThat(System.nanoTime() - beginNs).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(400));
        LineCounts counts = counts(line);
        assertThat(counts.passed()).isGreaterThan(BYTES / 1_500);
        assertThat(counts.lost()).isPositive();
      }
    }
  }
}
