package io.windsock.evaluation.link.lab;

import io.windsock.embedded.FreePort;
import io.windsock.evaluation.line.LineCondition;
import io.windsock.evaluation.line.LineCounts;
import io.windsock.evaluation.line.PacketLine;
import io.windsock.testbed.process.ChildProcess;
import java.util.List;

/** A line of packets. One thread owns it. */
public final class PacketsBetween implements BetweenSites {
  private static final List<String> JVM = List.of("-Xmx256m");
  private static final int NETWORKS = 1 << 14;
  private static final int NETWORK_HOSTS = 4;
  private static final int PER_BYTE = 1 << 8;

  private final String receiver;
  private final String entry;
  private final int port;
  private final ChildProcess line;

  private PacketsBetween(int port) {
    this.port = port;
    long pid = ProcessHandle.current().pid();
    receiver = host(pid, 1);
    entry = host(pid, 2);
    List<String> args = List.of(device(pid), receiver, Integer.toString(port));
    line = ChildProcess.start(PacketLine.class, JVM, args);
    line.await("ready");
  }

  /** Makes the line, between two addresses of a network of its own. */
  public static PacketsBetween start() {
    return new PacketsBetween(FreePort.any());
  }

  /** Returns the name of a process's device; with its id, it has at most 15 characters. */
  static String device(long pid) {
    return "wsline" + pid;
  }

  /** Returns a host of a process's network, one of the networks of 30 bits in 10.213.0.0/16. */
  static String host(long pid, int number) {
    long host = pid % NETWORKS * NETWORK_HOSTS + number;
    return "10.213." + host / PER_BYTE + "." + host % PER_BYTE;
  }

  @Override
  public Address receiver() {
    return new Address(receiver, port);
  }

  @Override
  public Address entry() {
    return new Address(entry, port);
  }

  @Override
  public void become(LineCondition condition) {
    line.tell(condition.toString());
    line.await("now");
  }

  @Override
  public LineCounts counts() {
    line.tell("counts");
    return LineCounts.parse(line.await("counts"));
  }

  @Override
  public void close() {
    line.close();
  }
}
