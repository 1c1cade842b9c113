package io.windsock.cli.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.client.RemoteException;
import java.util.List;
import java.util.UUID;
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
          + " again, with the same id, to the next gateway, and is taken once.",
      "If a file is sent in part, it prints the --id and --skip that continue without repeating an"
          + " update. Continue within 15 minutes: ids are not remembered for longer."
    },
    footer = {
      "  windsock update services --key 08001234567 --type ServiceCancelled",
      "  windsock update services --key 08001234567 --type RoutesPluggedIn --event '{}' --id change-7:1",
      "  windsock update services changes.json        {\"key\": …, \"type\": …, \"event\": {…}} each",
      "  my-console | windsock update services - --gateway http://gw1:8070,http://gw2:8070"
    })
public final class UpdateCommand implements Callable<Integer> {
  private static final int CHUNK = 100;

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
      description = {
        "Its id; give the one of an earlier attempt to repeat that (default: a UUID).",
        "Of a file, updates without an id get ID:1, ID:2 and so on."
      })
  private @Nullable String id;

  @Option(
      names = "--skip",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Leave out the first N updates of the file, which are written (default: ${DEFAULT-VALUE}).")
  private long skip;

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
    String run = id == null ? UUID.randomUUID().toString() : id;
    UpdateSender sender = new UpdateSender(gateways.clients(), stream, attempts);
    if (file == null) {
      return sendSingle(sender, single(run)) ? ExitCode.OK : ExitCode.FAILURE;
    }
    requireNoSingle();
    return sendAll(sender, file, run) ? ExitCode.OK : ExitCode.FAILURE;
  }

  private ObjectNode single(String newId) {
    if (skip != 0) {
      throw ConfigurationException.of(
          "--skip", "is for a file of updates; name one, or leave it out");
    }
    if (key == null) {
      throw ConfigurationException.of("update", "names no key; give --key, or a file of updates");
    }
    ObjectNode update = UpdateInput.empty().put("key", key);
    if (type != null) {
      update.put("type", type);
    }
    update.put("id", newId);
    update.set("event", UpdateInput.event(event));
    return update;
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
    if (key != null || type != null) {
      throw ConfigurationException.of(
          "update", "has a file, and an update in --key or --type; give one of the two");
    }
    if (skip < 0) {
      throw ConfigurationException.of("--skip", "is " + skip + "; it must be at least 0");
    }
  }

  private boolean sendAll(UpdateSender sender, String from, String run)
      throws InterruptedException {
    try (UpdateInput input = UpdateInput.open(from, run)) {
      input.skip(skip);
      return sendAll(sender, input, run);
    }
  }

  /** Sends updates in order, up to the first that is not confirmed. */
  private boolean sendAll(UpdateSender sender, UpdateInput input, String run)
      throws InterruptedException {
    long written = skip;
    long sent = skip;
    boolean all = false;
    try {
      for (List<ObjectNode> next = input.next(CHUNK); !next.isEmpty(); next = input.next(CHUNK)) {
        sent = input.count();
        if (!send(sender, next)) {
          return false;
        }
        written = sent;
      }
      all = true;
      return true;
    } finally {
      if (!all && sent > skip) {
        sayHowToContinue(written, sent, run);
      }
    }
  }

  private void sayHowToContinue(long written, long sent, String run) {
    String state =
        sent > written
            ? "updates %d to %d are not all confirmed, and those that follow were not sent"
                .formatted(written + 1, sent)
            : "the updates after the first " + written + " were not sent";
    common
        .err()
        .printf(
            "%s; to continue without repeating any, send the same again with --id %s --skip %d%n",
            state, run, written);
  }

  private boolean send(UpdateSender sender, List<ObjectNode> updates) throws InterruptedException {
    return sender.send(updates, result -> common.output().element(result, () -> text(result)));
  }

  private static String text(JsonNode result) {
    String outcome = result.path("outcome").asText();
    String what =
        UpdateSender.isWritten(result)
            ? " at %d/%d"
                .formatted(result.path("partition").asInt(), result.path("offset").asLong())
            : ": " + result.path("error").asText();
    return Plain.of(result.path("id").asText() + "  " + outcome + what);
  }
}
