package io.windsock.platform.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One connection on which a test says what it likes, byte for byte. */
public final class RawHttp implements AutoCloseable {
  private static final int PATIENCE_MS = 60_000;

  /** An answer, its header names in lower case. */
  public static final class Answer {
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    private Answer(int status, Map<String, String> headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body;
    }

    /** Its status. */
    public int status() {
      return status;
    }

    /** What follows its head. */
    public byte[] body() {
      return body;
    }

    /** Its body as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** A header; empty if there is none. */
    public String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }
  }

  private final Socket socket;
  private final InputStream in;

  /** Connects to {@code port} of this machine. */
  public RawHttp(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MS);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks for {@code target} by GET on a connection of its own; headers by name and value. */
  public static Answer get(int port, String target, String... headers) {
    return ask(port, "GET", target, headers);
  }

  /** Asks on a connection of its own; headers by name and value. */
  public static Answer ask(int port, String method, String target, String... headers) {
    try (RawHttp http = new RawHttp(port)) {
      return http.ask(method, target, headers);
    }
  }

  /** Asks on this connection, and reads the answer. */
  public Answer ask(String method, String target, String... headers) {
    request(method, target, headers);
    return answer(method.equals("HEAD"));
  }

  /** Asks on this connection; {@link #answer} reads the answer. */
  public void request(String method, String target, String... headers) {
    StringBuilder head =
        new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    send(head.append("\r\n").toString());
  }

  /** Sends text as it is. */
  public void send(String text) {
    send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes as they are. */
  public void send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends nothing more. */
  public void endOutput() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads one answer to its end; of an event stream, only the head. */
  public Answer answer(boolean headOnly) {
    try {
      String first = line();
      int status = Integer.parseInt(first.split(" ", -1)[1]);
      Map<String, String> headers = new TreeMap<>();
      for (String line = line(); !line.isEmpty(); line = line()) {
        int colon = line.indexOf(':');
        headers.merge(
            line.substring(0, colon).toLowerCase(Locale.ROOT),
            line.substring(colon + 1).trim(),
            (a, b) -> a + ", " + b);
      }
      boolean stream = headers.getOrDefault("content-type", "").startsWith("text/event-stream");
      boolean empty = headOnly || stream || status == 304 || status == 204;
      return new Answer(status, headers, empty ? new byte[0] : body(headers));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] body(Map<String, String> headers) throws IOException {
    if (!"chunked".equals(headers.get("transfer-encoding"))) {
      return exactly(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = size(); size > 0; size = size()) {
      body.write(exactly(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private byte[] exactly(int size) throws IOException {
    byte[] bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new IOException("the connection ended " + (size - bytes.length) + " bytes early");
    }
    return bytes;
  }

  /** The next line; the connection's end is an error. */
  public String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("the connection ended after '" + line + "'");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  /** Whether the server has closed the connection; waits for something to come. */
  public boolean ended() {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
