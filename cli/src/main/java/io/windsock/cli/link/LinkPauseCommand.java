package io.windsock.cli.link;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Pauses the sender of a link. */
@Command(
    name = "pause",
    description = {
      "Pause the sender of a link: it waits for the replies to what is on its way, ends the session,"
          + " and keeps its place until 'windsock link resume'.",
      "Pausing a paused sender changes nothing; a sender that is started again is not paused."
    },
    footer = "  windsock link pause 127.0.0.1:9610")
final class LinkPauseCommand implements Callable<Integer> {
  @Mixin private SenderChange change = new SenderChange();

  @Override
  public Integer call() throws InterruptedException {
    return change.make("/v1/pause");
  }
}
