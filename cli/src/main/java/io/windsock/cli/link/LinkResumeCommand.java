package io.windsock.cli.link;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends the pause of the sender of a link. */
@Command(
    name = "resume",
    description = {
      "Have a paused sender continue where the target is.",
      "Resuming a sender that is not paused changes nothing."
    },
    footer = "  windsock link resume 127.0.0.1:9610")
final class LinkResumeCommand implements Callable<Integer> {
  @Mixin private SenderChange change = new SenderChange();

  @Override
  public Integer call() throws InterruptedException {
    return change.make("/v1/resume");
  }
}
