package io.windsock.cli.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.client.RemoteException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes updates to a source stream through a gateway. */
@Command(
    name = "update",
    description = {
      "Write updates to a source stream through a gateway, and say for each one when it is"
          + " committed.",
      "Updates of one key are written in their order. One that a gateway does not confirm is sent"
          + " again, with the same id, to the next gateway, and is taken once."
    },
    footer = {
      "  windsock update services --key 08001234567 --type ServiceCancelled",
      "  windsock update services --key 08001234567 --type RoutesPluggedIn --event '{}' --id change-7:1",
      "  windsock update services changes.json        {\"key\": …, \"type\": …, \"event\": {…}} each",
      "  my-console | windsock update services - --gateway http://gw1:8070,http://gw2:8070"
    })
public final class UpdateCommand implements Callable<Integer> {
  private static final int CHUNK = 100;
  private static final String WRITTEN = "written";

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private GatewayAddresses gateways = new GatewayAddresses();

  @Parameters(index = "0", paramLabel = "STREAM", description = "The stream, such as services.")
  private String stream = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = "Updates in JSON, one after the other or in an array; -: standard input.")
  private @Nullable String file;

  @Option(
      names = {"-k", "--key"},
      paramLabel = "KEY",
      description = "The key of a single update.")
  private @Nullable String key;

  @Option(
      names = {"-t", "--type"},
      paramLabel = "TYPE",
      description = "Its type; may be left out if the stream has one.")
  private @Nullable String type;

  @Option(
      names = {"-e", "--event"},
      paramLabel = "JSON",
      defaultValue = "{}",
      description = "Its event; without eventTime it happens now (default: ${DEFAULT-VALUE}).")
  private String event = "{}";

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "Its id; give the one of an earlier attempt to repeat that (default: a UUID).")
  private @Nullable String id;

  @Option(
      names = "--attempts",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How often an update is sent until it is confirmed (default: ${DEFAULT-VALUE}).")
  private int attempts = 3;

  @Override
  public Integer call() throws InterruptedException {
    if (attempts < 1) {
      throw ConfigurationException.of("--attempts", "is " + attempts + "; it must be at least 1");
    }
    UpdateSender sender = new UpdateSender(gateways.clients(), stream, attempts);
    if (file == null) {
      return sendSingle(sender, single()) ? ExitCode.OK : ExitCode.FAILURE;
    }
    requireNoSingle();
    return sendAll(sender, file) ? ExitCode.OK : ExitCode.FAILURE;
  }

  private ObjectNode single() {
    if (key == null) {
      throw ConfigurationException.of("update", "names no key; give --key, or a file of updates");
    }
    ObjectNode update = UpdateInput.empty().put("key", key);
    if (type != null) {
      update.put("type", type);
    }
    if (id != null) {
      update.put("id", id);
    }
    update.set("event", UpdateInput.event(event));
    return UpdateInput.identified(update);
  }

  private boolean sendSingle(UpdateSender sender, ObjectNode update) throws InterruptedException {
    try {
      return send(sender, List.of(update));
    } catch (RemoteException e) {
      if (e.status() == 0) {
        common.err().println("not confirmed; repeat it with --id " + update.path("id").asText());
      }
      throw e;
    }
  }

  private void requireNoSingle() {
    if (key != null || type != null || id != null) {
      throw ConfigurationException.of(
          "update", "has a file, and an update in --key, --type or --id; give one of the two");
    }
  }

  /** Sends a file's updates in order, up to the first that is not confirmed. */
  private boolean sendAll(UpdateSender sender, String from) throws InterruptedException {
    try (UpdateInput input = UpdateInput.open(from)) {
      for (List<ObjectNode> next = input.next(CHUNK); !next.isEmpty(); next = input.next(CHUNK)) {
        if (!send(sender, next)) {
          common
              .err()
              .println("the updates that follow were not sent; repeat these with their ids");
          return false;
        }
      }
      return true;
    }
  }

  private boolean send(UpdateSender sender, List<ObjectNode> updates) throws InterruptedException {
    boolean all = true;
    for (JsonNode result : sender.send(updates).path("updates")) {
      all &= result.path("outcome").asText().equals(WRITTEN);
      common.output().element(result, () -> text(result));
    }
    return all;
  }

  private static String text(JsonNode result) {
    String outcome = result.path("outcome").asText();
    String what =
        outcome.equals(WRITTEN)
            ? " at %d/%d"
                .formatted(result.path("partition").asInt(), result.path("offset").asLong())
            : ": " + result.path("error").asText();
    return Plain.of(result.path("id").asText() + "  " + outcome + what);
  }
}
