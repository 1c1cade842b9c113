package io.windsock.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.gateway.GatewayAddresses;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.Reply;
import java.util.ArrayList;
import java.util.List;

/** Checks that a gateway serves calls, and with which members. */
final class GatewayChecks {
  private GatewayChecks() {}

  static Check of(String url) throws InterruptedException {
    String name = "gateway " + url;
    try {
      Remote gateway = GatewayAddresses.at(url);
      Reply ready = gateway.ask("/health/ready");
      String detail = ready.json().path("detail").asText("");
      return ready.ok()
          ? members(name, detail, gateway.ask("/v1/status").expected())
          : Check.fault(
              name, "not ready: " + detail, "start a mirror, or see /v1/status and its log");
    } catch (RemoteException e) {
      return Check.fault(name, String.valueOf(e.getMessage()), "start it, or name another");
    }
  }

  private static Check members(String name, String detail, JsonNode status) {
    String found =
        "%s, ready, %s; other gateways alive: %d"
            .formatted(
                status.path("gateway").asText(),
                detail,
                having(status.path("gateways"), "alive").size());
    List<JsonNode> drained = having(status.path("sites"), "drained");
    if (drained.isEmpty()) {
      return Check.ok(name, found);
    }
    String sites = String.join(", ", drained.stream().map(it -> it.path("site").asText()).toList());
    return Check.warning(
        name, found + "; drained: " + sites, "windsock gateway drain SITE --undo, once it serves");
  }

  private static List<JsonNode> having(JsonNode members, String flag) {
    List<JsonNode> found = new ArrayList<>();
    members.forEach(
        member -> {
          if (member.path(flag).asBoolean()) {
            found.add(member);
          }
        });
    return found;
  }
}
