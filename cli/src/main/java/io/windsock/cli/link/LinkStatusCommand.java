package io.windsock.cli.link;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what one side of a link does. */
@Command(
    name = "status",
    description = "Show what the sender or the receiver of a link does.",
    footer = {
      "  windsock link status 127.0.0.1:9610",
      "  windsock link status http://backup.example:9611 --output json",
    })
final class LinkStatusCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private LinkAddress side = new LinkAddress();

  @Override
  public Integer call() throws InterruptedException {
    JsonNode status = side.client().ask("/v1/status").expected();
    common.output().result(status, () -> LinkStatusText.of(status));
    return ExitCode.OK;
  }
}
