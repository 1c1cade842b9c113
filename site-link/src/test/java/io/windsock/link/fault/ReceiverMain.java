package io.windsock.link.fault;

import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.run.Sites;
import java.io.IOException;
import java.util.Map;

/**
 * A receiver in a process of its own: {@code ReceiverMain BOOTSTRAP PIPELINE CHOOSES [CERTIFICATE
 * KEY AUTHORITY]}.
 */
final class ReceiverMain {
  private ReceiverMain() {}

  public static void main(String[] args) throws IOException {
    PipelineShape shape = PipelineShape.of(PipelineKind.valueOf(args[1]));
    boolean chooses = Boolean.parseBoolean(args[2]);
    Map<String, Object> kafka = Map.of("bootstrap.servers", args[0]);
    LinkReceiver receiver =
        LinkReceiver.start(Sites.receiverConfig(kafka, shape, CutLine.tls(args, 3), chooses));
    System.out.println("ready " + receiver.port());
    while (System.in.read() >= 0) {
      // Only the end matters.
    }
    Runtime.getRuntime().halt(0);
  }
}
