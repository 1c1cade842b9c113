package io.windsock.link.fault;

import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus;
import io.windsock.link.stage.Codec;
import java.io.IOException;
import java.util.Map;

/**
 * A sender in a process of its own: {@code SenderMain BOOTSTRAP PORT PIPELINE CODEC CHOOSES
 * [CERTIFICATE KEY AUTHORITY]}. It writes its status whenever that changes, and ends with {@link
 * #STOPPED} if it stops.
 */
final class SenderMain {
  static final int STOPPED = 3;
  private static final long LOOK_MS = 20;

  private SenderMain() {}

  public static void main(String[] args) throws Exception {
    PipelineShape shape = PipelineShape.of(PipelineKind.valueOf(args[2]));
    Map<String, Object> kafka = Map.of("bootstrap.servers", args[0]);
    Thread watch = new Thread(SenderMain::awaitEnd, "input");
    watch.setDaemon(true);
    watch.start();
    LinkSender sender =
        LinkSender.start(
            Sites.senderConfig(
                "main",
                kafka,
                Integer.parseInt(args[1]),
                shape,
                Sites.keys("k1", 1),
                CutLine.tls(args, 5),
                Codec.valueOf(args[3]),
                Boolean.parseBoolean(args[4])));
    SenderStatus last = sender.status();
    while (last.state() != SenderStatus.State.STOPPED) {
      SenderStatus now = sender.status();
      if (!now.equals(last)) {
        System.out.println(now);
        last = now;
      }
      Thread.sleep(LOOK_MS);
    }
    System.out.println(last);
    Runtime.getRuntime().halt(STOPPED);
  }

  private static void awaitEnd() {
    try {
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
    } catch (IOException e) {
      // It has ended, too.
    }
    Runtime.getRuntime().halt(0);
  }
}
