package io.windsock.evaluation.line;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/**
 * A line in a process of its own: {@code PacketLine DEVICE ADDRESS PORT}. {@code ADDRESS} is the
 * first host of a network of 30 bits. A server listens there, on {@code PORT}; clients connect to
 * the second host instead, and reach the server over the line.
 *
 * <p>It prints {@code ready} and takes orders as lines:
 *
 * <ul>
 *   <li>a {@link LineCondition}, which is in force from then on, answered by {@code now CONDITION};
 *   <li>{@code counts}, answered by {@code counts} and {@link LineCounts}.
 * </ul>
 *
 * <p>It ends when its standard input ends, or when the device fails.
 */
public final class PacketLine {
  private static final long SEED = 7;
  private static final LineCondition FIRST = new LineCondition(0, LineCondition.MAX_KBIT, 0);

  private final TunDevice device;
  private final int port;
  private final LineDirection toServer = new LineDirection(FIRST, SEED);
  private final LineDirection toClient = new LineDirection(FIRST, SEED + 1);

  /** Holds what fits on the line and {@link LineDirection#MAX_WAITING_BYTES}, in each direction. */
  private final DelayQueue<Arrival> arriving = new DelayQueue<>();

  private PacketLine(TunDevice device, int port) {
    this.device = device;
    this.port = port;
  }

  /** A packet, when it arrives, and its place among those of the same time. */
  private record Arrival(Packet packet, long atNs, long number) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(atNs - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      Arrival that = (Arrival) other;
      long apartNs = atNs - that.atNs;
      return apartNs == 0 ? Long.compare(number, that.number) : Long.signum(apartNs);
    }
  }

  /** Returns what this machine lacks for a line, and what to do about it; empty if nothing. */
  public static String missing() {
    String fault = TunDevice.fault();
    return fault.isEmpty()
        ? ""
        : fault
            + ": it needs Linux, root, /dev/net/tun (in a container: --device /dev/net/tun --cap-add"
            + " NET_ADMIN) and the command ip (Debian: apt-get install iproute2)";
  }

  /** Delays packets until standard input ends. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PacketLine line = new PacketLine(TunDevice.make(args[0], args[1]), Integer.parseInt(args[2]));
    start("take", line::take);
    start("give", line::give);
    System.out.println("ready");
    System.out.flush();
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        System.out.println(line.answer(order.strip()));
        System.out.flush();
      }
    }
    System.exit(0);
  }

  private static void start(String name, Runnable loop) {
    Thread thread = new Thread(loop, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(PacketLine::failed);
    thread.start();
  }

  /** Without one of its threads, a line would only look alive. */
  private static void failed(Thread thread, Throwable fault) {
    System.err.println(thread.getName() + ": " + fault);
    Runtime.getRuntime().halt(1);
  }

  private synchronized String answer(String order) throws IOException, InterruptedException {
    if (order.equals("counts")) {
      return "counts " + toServer.counts().plus(toClient.counts());
    }
    LineCondition condition = LineCondition.parse(order);
    toServer.become(condition);
    toClient.become(condition);
    device.forgetRoundTrips();
    return "now " + condition;
  }

  private void take() {
    for (long number = 0; ; number++) {
      Packet packet = new Packet(device.read());
      if (packet.isTcp()) { // a new device also has what IPv6 and multicast send
        arrive(packet, number);
      }
    }
  }

  private void arrive(Packet packet, long number) {
    long atNs = arrivalNs(packet);
    if (atNs != LineDirection.NEVER) {
      packet.exchangeAddresses();
      arriving.put(new Arrival(packet, atNs, number));
    }
  }

  private synchronized long arrivalNs(Packet packet) {
    LineDirection direction = packet.destinationPort() == port ? toServer : toClient;
    return direction.arrivalNs(packet.bytes().length, System.nanoTime());
  }

  private void give() {
    try {
      while (true) {
        device.write(arriving.take().packet().bytes());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
