package io.windsock.site.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Many clients that ask for a stream, each at its own moment whatever has become of the others, and
 * are done when {@code live} has come. One thread, the caller's, does it all, and looks at no more
 * than the end of what it reads.
 */
public final class StreamStorm {
  private static final int READ_BYTES = 256 << 10;
  private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(3);
  private static final byte[] LIVE = "event: live\n".getBytes(StandardCharsets.US_ASCII);

  private final InetSocketAddress address;
  private final List<Client> clients = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final byte[] bytes = new byte[READ_BYTES];
  private long received;
  private int open;

  /**
   * A storm not begun.
   *
   * @param site base URL
   * @param targets what each client asks for
   */
  public StreamStorm(String site, List<String> targets) {
    URI uri = URI.create(site);
    address = new InetSocketAddress(uri.getHost(), uri.getPort());
    for (String target : targets) {
      String head =
          "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
      clients.add(new Client(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII))));
    }
  }

  /** One client. */
  private static final class Client {
    private final ByteBuffer request;
    private final byte[] tail = new byte[LIVE.length];
    private SocketChannel channel;
    private long dueNs;
    private long liveNs;

    Client(ByteBuffer request) {
      this.request = request;
    }

    /** Whether {@code live} begins in what has come; what has come before counts too. */
    boolean sees(byte[] some, int length) {
      byte[] all = Arrays.copyOf(tail, tail.length + length);
      System.arraycopy(some, 0, all, tail.length, length);
      System.arraycopy(all, all.length - tail.length, tail, 0, tail.length);
      for (int at = all.length - LIVE.length; at >= 0; at--) {
        if (Arrays.equals(all, at, at + LIVE.length, LIVE, 0, LIVE.length)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * What came of a storm.
   *
   * @param p50Ms median from a client's moment to its {@code live}
   * @param p99Ms the same, 99th percentile
   * @param bytesEach bytes that a client got, on average
   */
  public record Outcome(double p50Ms, double p99Ms, long bytesEach) {}

  /** Has all clients ask within {@code rampMs}, and waits until all are live; then they leave. */
  public Outcome run(long rampMs) {
    try (Selector selector = Selector.open()) {
      long startNs = System.nanoTime();
      long stepNs = TimeUnit.MILLISECONDS.toNanos(rampMs) / clients.size();
      int next = 0;
      int live = 0;
      while (live < clients.size()) {
        long nowNs = System.nanoTime();
        if (nowNs - startNs > PATIENCE_NS) {
          throw new IllegalStateException(live + " of " + clients.size() + " are live");
        }
        while (next < clients.size() && startNs + next * stepNs <= nowNs) {
          connect(clients.get(next), selector, startNs + next * stepNs);
          next++;
        }
        selector.select(1);
        live += ready(selector);
      }
      return outcome();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      clients.forEach(StreamStorm::close);
    }
  }

  private void connect(Client client, Selector selector, long dueNs) throws IOException {
    client.dueNs = dueNs;
    client.channel = SocketChannel.open();
    client.channel.configureBlocking(false);
    client.channel.connect(address);
    client.channel.register(selector, SelectionKey.OP_CONNECT, client);
    open++;
  }

  /** Answers how many have become live. */
  private int ready(Selector selector) throws IOException {
    int live = 0;
    for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
      SelectionKey key = keys.next();
      keys.remove();
      Client client = (Client) key.attachment();
      if (key.isConnectable()) {
        client.channel.finishConnect();
        client.channel.write(client.request); // short, and the first: the socket takes it whole
        key.interestOps(SelectionKey.OP_READ);
      } else if (read(client)) {
        key.cancel();
        live++;
      }
    }
    return live;
  }

  private boolean read(Client client) throws IOException {
    buffer.clear();
    int length = client.channel.read(buffer);
    if (length < 0) {
      throw new IllegalStateException("a stream ended before it was live");
    }
    received += length;
    buffer.flip().get(bytes, 0, length);
    if (!client.sees(bytes, length)) {
      return false;
    }
    client.liveNs = System.nanoTime();
    return true;
  }

  private Outcome outcome() {
    long[] delays = clients.stream().mapToLong(c -> c.liveNs - c.dueNs).sorted().toArray();
    return new Outcome(
        delays[delays.length / 2] / 1e6,
        delays[(int) Math.ceil(delays.length * 0.99) - 1] / 1e6,
        received / open);
  }

  private static void close(Client client) {
    if (client.channel != null) {
      try {
        client.channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
