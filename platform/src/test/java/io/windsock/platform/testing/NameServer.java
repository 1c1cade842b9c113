package io.windsock.platform.testing;

import io.vertx.core.VertxOptions;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A name server that gives every name one address, valid for ten minutes, as Docker's does; none if
 * it was told none.
 */
public final class NameServer implements AutoCloseable {
  private static final int TTL_SECONDS = 600;
  private static final int HEADER_BYTES = 12;
  private static final int TYPE_A = 1;
  private static final int CLASS_IN = 1;

  private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
  private volatile @Nullable InetAddress address;

  /** Starts a server that gives every name this address; none if null. */
  public NameServer(@Nullable String address) throws IOException {
    this.address = address == null ? null : InetAddress.getByName(address);
    Thread thread = new Thread(this::answerAll, "name-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Changes the address. */
  public void set(String other) throws IOException {
    address = InetAddress.getByName(other);
  }

  /** Has a Vert.x of these options ask this server, and no other one. */
  public VertxOptions askedBy(VertxOptions options) {
    options
        .getAddressResolverOptions()
        .addServer(socket.getLocalAddress().getHostAddress() + ":" + socket.getLocalPort())
        .setSearchDomains(List.of());
    return options;
  }

  private void answerAll() {
    DatagramPacket packet = new DatagramPacket(new byte[512], 512);
    try {
      while (!socket.isClosed()) {
        socket.receive(packet);
        byte[] answer = answer(Arrays.copyOf(packet.getData(), packet.getLength()));
        socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
      }
    } catch (IOException e) {
      if (!socket.isClosed()) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The query's header and question, and an address if it asks for one of IPv4. */
  private byte[] answer(byte[] query) throws IOException {
    int end = HEADER_BYTES;
    while (query[end] != 0) {
      end += query[end] + 1;
    }
    InetAddress now = ByteBuffer.wrap(query).getShort(end + 1) == TYPE_A ? address : null;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(query, 0, 2); // its number
    out.writeShort(0x8180); // a response, recursion desired and available
    out.writeShort(1); // questions
    out.writeShort(now == null ? 0 : 1); // answers
    out.writeInt(0);
    out.write(query, HEADER_BYTES, end + 5 - HEADER_BYTES);
    if (now != null) {
      out.writeShort(0xC000 | HEADER_BYTES); // the question's name
      out.writeShort(TYPE_A);
      out.writeShort(CLASS_IN);
      out.writeInt(TTL_SECONDS);
      out.writeShort(4);
      out.write(now.getAddress());
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    socket.close();
  }
}
