package io.windsock.cli.control;

import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Events;
import io.windsock.contracts.call.MirroringCall.SetComplexSeq;
import io.windsock.contracts.config.ConfigCheck;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of {@code params set-complex-seq}. */
final class SequenceOptions {
  @Parameters(index = "0", paramLabel = "AFTER", description = "The event type that starts it.")
  private String after = "";

  @Parameters(
      index = "1",
      paramLabel = "DISCARD",
      description = "The event type that is discarded.")
  private String discard = "";

  @Option(
      names = "--when",
      paramLabel = "CONDITION",
      description = "Of the starting event, such as \"status == 'LANDED'\".")
  private @Nullable String when;

  @Option(
      names = "--until-s",
      paramLabel = "S",
      defaultValue = "43200",
      description = "An event that is this much newer ends it (default: ${DEFAULT-VALUE}, 12 h).")
  private long untilSeconds;

  /** Returns the call. */
  SetComplexSeq call() {
    ConfigCheck check = new ConfigCheck("set-complex-seq");
    check.range("until-s", untilSeconds, 1, MirroringCall.MAX_HOLD.toSeconds());
    check.done();
    return new SetComplexSeq(
        new Events(after, when), discard, TimeUnit.SECONDS.toMillis(untilSeconds));
  }
}
