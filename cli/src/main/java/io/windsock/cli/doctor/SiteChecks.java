package io.windsock.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.state.Sites;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.Reply;
import java.util.ArrayList;
import java.util.List;

/** Checks that a site is live, is ready, and holds the state its digest describes. */
final class SiteChecks {
  private SiteChecks() {}

  static List<Check> of(String url) throws InterruptedException {
    List<Check> checks = new ArrayList<>();
    String name = "site " + url;
    try {
      Remote site = Sites.at(url);
      Reply ready = site.ask("/health/ready");
      String detail = ready.json().path("detail").asText("");
      if (!ready.ok()) {
        checks.add(Check.fault(name, "not ready: " + detail, remedy(site)));
        return checks;
      }
      checks.add(
          Check.ok(
              name, site.ask("/v1/sites").expected().path("role").asText() + ", ready, " + detail));
      names(site, name, checks);
      var digest = site.ask("/v1/digest?verify=true").expected();
      String found =
          digest.path("keys").asLong() + " keys, digest " + digest.path("digest").asText();
      checks.add(
          digest.path("consistent").asBoolean(true)
              ? Check.ok(name + " state", found)
              : Check.fault(
                  name + " state", found + " does not match its data", "delete its data folder"));
    } catch (RemoteException e) {
      checks.add(Check.fault(name, String.valueOf(e.getMessage()), "start it, or name another"));
    }
    return checks;
  }

  private static void names(Remote site, String name, List<Check> checks)
      throws InterruptedException {
    JsonNode self = site.ask("/v1/sites").expected();
    String twin = self.path("twin").asText();
    if (!twin.isEmpty()) {
      checks.add(
          Check.fault(
              name + " name",
              "the site at " + twin + " uses its name, '" + self.path("site").asText() + "', too",
              "stop one of the two, or start the second with another --name"));
    }
  }

  private static String remedy(Remote site) throws InterruptedException {
    JsonNode self = site.ask("/v1/sites").json();
    String phase = self.path("phase").asText();
    if (phase.equals("LIVE") && self.path("cutOffMs").asLong() > 0) {
      return "look at the brokers, the network to them and its disk; the site recovers by itself";
    }
    return switch (phase) {
      case "JOINING" ->
          "start another site of its role, or name one with --peer; it joins by itself";
      case "REPAIRING" ->
          "give its disk space, or make its folder writable; damage it repairs by itself";
      case "STOPPED" -> "look at its log, remove the cause and start it again";
      default -> "wait, or look at its log";
    };
  }
}
