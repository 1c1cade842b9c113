package io.windsock.cli.control;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.call.EpochMismatchException;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.config.Failure;
import io.windsock.control.client.ControllerClient;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that calls the mirroring API, and the call itself. */
final class CallOptions {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ControllerAddress address = new ControllerAddress();

  @Option(
      names = "--wait",
      description = "Wait until every partition of the topology is under the new epoch.")
  private boolean wait;

  @Option(
      names = "--if-epoch",
      paramLabel = "N",
      description = "Change the parameters only if they are still at this epoch.")
  private @Nullable Long ifEpoch;

  private record Done(long epoch, boolean inForce, List<String> changes) {
    String text() {
      StringBuilder text = new StringBuilder("epoch ").append(epoch);
      text.append(inForce ? " is in force\n" : ", in force from the next marker on\n");
      changes.forEach(change -> text.append("  ").append(Plain.of(change)).append('\n'));
      return text.toString();
    }
  }

  /** Makes the call and prints what changed. */
  Integer make(MirroringCall call) {
    ControllerClient any = address.client();
    ControllerClient client = ifEpoch == null ? any : any.ifEpoch(ifEpoch);
    Written written;
    try {
      written = client.make(call);
    } catch (EpochMismatchException e) {
      throw new Failure(e.getMessage() + ": " + EpochMismatchException.REMEDY, e);
    }
    if (wait) {
      EpochWait.awaitEpoch(client, written.epoch());
    }
    Done done = new Done(written.epoch(), wait, written.changes());
    common.output().result(done, done::text);
    return ExitCode.OK;
  }
}
