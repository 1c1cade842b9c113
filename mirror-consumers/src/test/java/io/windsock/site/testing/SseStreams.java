package io.windsock.site.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Any number of SSE streams, read by one thread. A stream can be closed at any moment, or left
 * unread, so that its server finds it slow.
 */
public final class SseStreams implements AutoCloseable {
  /** Hears what comes by one stream, on the thread of the streams. */
  public interface Listener {
    /** The response's head has come. */
    void opened(int status, Map<String, String> headers);

    /** An event has come. */
    void event(SseEvent event);

    /** The stream is over: by the server, or by an error. Not told of {@link Stream#close}. */
    void closed(String why);

    /** Bytes of a body that is no event stream, such as a refusal's. */
    default void body(String text) {}
  }

  private static final int READ_BYTES = 64 << 10;

  private final Selector selector;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final byte[] bytes = new byte[READ_BYTES];
  private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
  private final Thread thread;
  private volatile boolean closed;

  /** Starts the thread. */
  public SseStreams() {
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    thread = new Thread(this::run, "sse-streams");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Opens a stream.
   *
   * @param site base URL of a site
   * @param target path and query
   * @param lastEventId the header's value; empty for none
   * @param receiveBytes the kernel's receive buffer; 0: as it likes
   */
  public Stream open(
      String site, String target, String lastEventId, int receiveBytes, Listener listener) {
    Stream stream = new Stream(listener);
    URI uri = URI.create(site);
    StringBuilder head = new StringBuilder("GET " + target + " HTTP/1.1\r\n");
    head.append("Host: ").append(uri.getAuthority()).append("\r\nAccept: text/event-stream\r\n");
    if (!lastEventId.isEmpty()) {
      head.append("Last-Event-ID: ").append(lastEventId).append("\r\n");
    }
    stream.request =
        ByteBuffer.wrap(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    later(() -> stream.connect(uri, receiveBytes));
    return stream;
  }

  private void later(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  private void run() {
    try {
      while (!closed) {
        selector.select();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          task.run();
        }
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isValid()) {
            ((Stream) key.attachment()).ready(key);
          }
        }
        selector.selectedKeys().clear();
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One stream. Its methods may be called by any thread. */
  public final class Stream {
    private final Listener listener;
    private final SseParser events;
    private final ResponseReader response;
    private ByteBuffer request;
    private SocketChannel channel;
    private SelectionKey key;
    private volatile boolean over;
    private boolean streaming;

    private Stream(Listener listener) {
      this.listener = listener;
      events =
          new SseParser(
              event -> {
                if (!over) {
                  listener.event(event);
                }
              });
      response = new ResponseReader(new Body());
    }

    private final class Body implements ResponseReader.Sink {
      @Override
      public void head(int status, Map<String, String> headers) {
        streaming = headers.getOrDefault("content-type", "").startsWith("text/event-stream");
        listener.opened(status, headers);
      }

      @Override
      public void body(byte[] bytes, int from, int length) {
        if (streaming) {
          events.take(bytes, from, length);
        } else {
          listener.body(new String(bytes, from, length, StandardCharsets.UTF_8));
        }
      }

      @Override
      public void end() {
        finish("the response ended");
      }
    }

    private void connect(URI uri, int receiveBytes) {
      try {
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        if (receiveBytes > 0) {
          channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBytes);
        }
        channel.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
        key = channel.register(selector, SelectionKey.OP_CONNECT, this);
      } catch (IOException e) {
        finish(e.toString());
      }
    }

    private void ready(SelectionKey ready) {
      try {
        if (ready.isConnectable()) {
          channel.finishConnect();
          channel.write(request); // short, and the first: the socket takes it whole
          ready.interestOps(SelectionKey.OP_READ);
        } else if (ready.isReadable()) {
          read();
        }
      } catch (IOException e) {
        finish(e.toString());
      }
    }

    private void read() throws IOException {
      buffer.clear();
      int read = channel.read(buffer);
      if (read < 0) {
        finish("the connection was closed");
      } else {
        response.take(bytes, read);
      }
    }

    private void finish(String why) {
      if (!over) {
        over = true;
        shut();
        listener.closed(why);
      }
    }

    private void shut() {
      try {
        if (channel != null) {
          channel.close();
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Stops reading, or goes on. */
    public void reading(boolean on) {
      later(
          () -> {
            if (key != null && key.isValid() && !key.isConnectable()) {
              key.interestOps(on ? SelectionKey.OP_READ : 0);
            }
          });
    }

    /** Closes it without telling the listener, who is told of no further event either. */
    public void close() {
      over = true;
      later(this::shut);
    }

    /** What the server said about reconnecting, ms. */
    public String retry() {
      return events.retry();
    }
  }
}
