package io.windsock.evaluation.link.lab;

import io.windsock.embedded.FreePort;
import io.windsock.evaluation.line.LineCondition;
import io.windsock.evaluation.line.LineCounts;
import io.windsock.testbed.fault.FaultyLink;
import io.windsock.testbed.fault.LinkFault;
import io.windsock.testbed.process.ChildProcess;
import java.util.List;

/** A relay that delays the bytes of connections, and loses none. One thread owns it. */
public final class RelayBetween implements BetweenSites {
  private static final List<String> JVM = List.of("-Xmx256m");
  private static final LineCounts NO_PACKETS = new LineCounts(0, 0, 0);

  private final Address receiver;
  private final Address entry;
  private final ChildProcess relay;

  private RelayBetween(Address receiver, Address entry) {
    this.receiver = receiver;
    this.entry = entry;
    relay = ChildProcess.start(FaultyLink.class, JVM, List.of(url(entry), url(receiver)));
    relay.await("ready");
  }

  private static String url(Address address) {
    return "http://" + address.host() + ":" + address.port();
  }

  /** Starts a relay on the loopback interface. */
  public static RelayBetween start() {
    return new RelayBetween(Address.local(FreePort.any()), Address.local(FreePort.any()));
  }

  @Override
  public Address receiver() {
    return receiver;
  }

  @Override
  public Address entry() {
    return entry;
  }

  @Override
  public void become(LineCondition condition) {
    if (condition.lostPerMille() > 0) {
      throw new IllegalArgumentException("a relay loses nothing: " + condition);
    }
    relay.tell(LinkFault.line(condition.roundTripMs(), condition.kbitPerSecond()).toString());
    relay.await("now");
  }

  @Override
  public LineCounts counts() {
    return NO_PACKETS;
  }

  @Override
  public void close() {
    relay.close();
  }
}
