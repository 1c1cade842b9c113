package io.windsock.cli.link;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.config.Failure;
import io.windsock.platform.http.client.Remote;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;

/** Pauses or resumes a sender, and waits until it has done so. */
final class SenderChange {
  private static final long LOOK_MS = 50;
  private static final long PATIENCE_MS = 15_000;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private LinkAddress side = new LinkAddress();

  /** What a sender does after the change. */
  private record Changed(String link, String state, long batch) {}

  SenderChange() {}

  int make(String path) throws InterruptedException {
    Remote sender = side.client();
    sender.ask(sender.request(path).POST(BodyPublishers.noBody())).expected();
    JsonNode status = settled(sender);
    Changed changed =
        new Changed(
            status.path("link").asText(),
            status.path("state").asText().toLowerCase(Locale.ROOT),
            status.path("batch").asLong());
    common.output().element(changed, () -> text(changed));
    return ExitCode.OK;
  }

  /** A session ends once the replies to what is on its way are there. */
  private static JsonNode settled(Remote sender) throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (true) {
      JsonNode status = sender.ask("/v1/status").expected();
      boolean paused = status.path("state").asText().equals("PAUSED");
      if (paused == status.path("pausing").asBoolean()) {
        return status;
      }
      if (System.nanoTime() - deadlineNs > 0) {
        throw new Failure(
            "the sender has taken the request, and is still "
                + status.path("state").asText().toLowerCase(Locale.ROOT)
                + " after "
                + PATIENCE_MS / 1000
                + " s: see 'windsock link status'");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
  }

  private static String text(Changed changed) {
    return "link %s is %s, the target has batch %d"
        .formatted(Plain.of(changed.link()), Plain.of(changed.state()), changed.batch());
  }
}
