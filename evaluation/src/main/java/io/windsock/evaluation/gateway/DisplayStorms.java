package io.windsock.evaluation.gateway;

import io.windsock.evaluation.gateway.lab.CallLab;
import io.windsock.evaluation.gateway.lab.Member;
import io.windsock.evaluation.node.Node;
import io.windsock.evaluation.serving.StormProcess;
import io.windsock.testbed.process.ChildProcess;
import io.windsock.testbed.storm.StaticStream;
import java.net.URI;
import java.util.List;

/** Storms of displays at all gateways of a laboratory. One thread owns it. */
final class DisplayStorms implements AutoCloseable {
  /** How a storm breaks, for the setting of an experiment. */
  static final String STORM =
      "displays regain power within 100 ms, at the gateways in turn. Each opens a connection, gets"
          + " ten rows and stays. They are one process, which weighs a tenth of a member where"
          + " processors are short.";

  /** The numbers of one subscriber, ten rows. */
  private static final String VIEW = "subscriber?subscriber=Subscriber%200";

  private static final int BARE_BYTES = 5_000;
  private static final long RAMP_MS = 100;

  private final CallLab lab;
  private final ChildProcess bare;
  private final URI bareUrl;

  private DisplayStorms(CallLab lab, ChildProcess bare, URI bareUrl) {
    this.lab = lab;
    this.bare = bare;
    this.bareUrl = bareUrl;
  }

  /** Starts the server at which displays warm up. */
  static DisplayStorms start(CallLab lab) {
    ChildProcess bare =
        ChildProcess.start(
            StormProcess.MANY_FILES,
            StaticStream.class,
            Node.JVM,
            List.of(Integer.toString(BARE_BYTES)));
    try {
      return new DisplayStorms(lab, bare, URI.create(bare.await("ready")));
    } catch (RuntimeException e) {
      bare.close();
      throw e;
    }
  }

  /** Starts a process of so many displays, and waits until it is warm. */
  StormProcess ready(int displays) {
    List<URI> gateways = lab.gateways().stream().map(Member::url).map(URI::create).toList();
    return new StormProcess(displays, RAMP_MS, bareUrl, VIEW, gateways);
  }

  @Override
  public void close() {
    bare.close();
  }
}
