package io.windsock.cli.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Output;
import io.windsock.cli.show.Plain;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has gateways send a site no new calls, before it is stopped, or send them again. */
@Command(
    name = "drain",
    description = {
      "Have gateways send a site no new calls, so that it can be stopped without a call being lost."
          + " Each gateway decides for itself, so name them all.",
      "The site keeps the calls and the streams that it has. A gateway that is started later sends"
          + " it calls again.",
      "While another site is drained, or if it is the last one to which a gateway sends calls, a site"
          + " is drained only with @|bold --force|@."
    },
    footer = {
      "  windsock gateway drain mirror-1",
      "  windsock gateway drain mirror-1 --gateway http://127.0.0.1:8070,http://127.0.0.1:8071",
      "  windsock gateway drain mirror-1 --undo      once it has been upgraded"
    })
public final class GatewayDrainCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private GatewayAddresses gateways = new GatewayAddresses();

  @Parameters(paramLabel = "SITE", description = "The site's name.")
  private String site = "";

  @Option(names = "--undo", description = "Send the site calls again.")
  private boolean undo;

  @Option(
      names = "--force",
      description =
          "Drain the site even if another one is drained, or a gateway then has none left for"
              + " calls.")
  private boolean force;

  /** What one gateway answered. */
  private record DrainAnswer(String gateway, boolean done, String answer) {
    String text() {
      return gateway + "  " + Plain.of(answer);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    Output output = common.output();
    boolean all = true;
    for (Remote gateway : gateways.clients()) {
      DrainAnswer told = tell(gateway);
      all &= told.done();
      output.element(told, told::text);
    }
    return all ? ExitCode.OK : ExitCode.FAILURE;
  }

  private DrainAnswer tell(Remote gateway) throws InterruptedException {
    String path = "/v1/sites/" + Remote.encoded(site) + "/drain";
    try {
      String reason = undo || force ? "" : against(gateway.ask("/v1/status").expected());
      if (!reason.isEmpty()) {
        return new DrainAnswer(gateway.url(), false, reason);
      }
      boolean draining =
          gateway
              .ask(gateway.request(path).method(undo ? "DELETE" : "POST", BodyPublishers.noBody()))
              .expected()
              .path("draining")
              .asBoolean();
      String what = draining ? " gets no new calls" : " gets calls again";
      return new DrainAnswer(gateway.url(), true, site + what);
    } catch (RemoteException e) {
      return new DrainAnswer(
          gateway.url(), false, Objects.requireNonNullElse(e.getMessage(), e.reason()));
    }
  }

  /** Returns what speaks against draining the site; empty if nothing does. */
  private String against(JsonNode status) {
    if (isLast(status)) {
      return site
          + " is the last site to which this gateway sends calls: all would fail; start another"
          + " site, or drain this one with --force";
    }
    for (JsonNode other : status.path("sites")) {
      String name = other.path("site").asText();
      if (other.path("drained").asBoolean() && !name.equals(site)) {
        return name
            + " is drained already: end that first (windsock gateway drain "
            + name
            + " --undo), or drain "
            + site
            + " as well with --force";
      }
    }
    return "";
  }

  /** Whether the site, and no other, gets calls of a gateway. */
  private boolean isLast(JsonNode status) {
    boolean open = false;
    for (JsonNode other : status.path("sites")) {
      boolean same = other.path("site").asText().equals(site);
      if (other.path("open").asBoolean() && !same) {
        return false;
      }
      open |= same && other.path("open").asBoolean();
    }
    return open;
  }
}
