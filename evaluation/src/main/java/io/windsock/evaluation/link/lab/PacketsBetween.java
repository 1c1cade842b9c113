package io.windsock.evaluation.link.lab;

import io.windsock.evaluation.line.LineCondition;
import io.windsock.evaluation.line.LineCounts;
import io.windsock.evaluation.line.PacketLine;
import io.windsock.evaluation.machine.FreePort;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.util.List;

/** A line of packets. One thread owns it. */
public final class PacketsBetween implements BetweenSites {
  private static final List<String> JVM = List.of("-Xmx256m");
  private static final String DEVICE = "windsock0";
  private static final String RECEIVER = "10.213.7.1";
  private static final String ENTRY = "10.213.7.2";

  private final int port;
  private final ChildProcess line;

  private PacketsBetween(int port) {
    this.port = port;
    line =
        ChildProcess.start(
            PacketLine.class, JVM, List.of(DEVICE, RECEIVER, Integer.toString(port)));
    line.await("ready");
  }

  /** Makes the line, between two addresses of a network of its own. */
  public static PacketsBetween start() throws IOException {
    return new PacketsBetween(FreePort.find());
  }

  @Override
  public Address receiver() {
    return new Address(RECEIVER, port);
  }

  @Override
  public Address entry() {
    return new Address(ENTRY, port);
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
