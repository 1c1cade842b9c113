package io.windsock.cli.inspect;

import io.windsock.cli.Failure;
import java.util.ArrayList;
import java.util.List;

/** Whether a site lives, is ready, and holds what its digest says. */
final class SiteChecks {
  private SiteChecks() {}

  static List<Check> of(String url) throws InterruptedException {
    List<Check> checks = new ArrayList<>();
    String name = "site " + url;
    try {
      SiteClient site = new SiteClient(url);
      SiteClient.Reply ready = site.ask("/health/ready");
      String detail = ready.body().path("detail").asText("");
      if (!ready.ok()) {
        checks.add(Check.fault(name, "not ready: " + detail, "wait, or look at its log"));
        return checks;
      }
      checks.add(
          Check.ok(name, site.get("/v1/sites").path("role").asText() + ", ready, " + detail));
      var digest = site.get("/v1/digest?verify=true");
      String found =
          digest.path("keys").asLong() + " keys, digest " + digest.path("digest").asText();
      checks.add(
          digest.path("consistent").asBoolean(true)
              ? Check.ok(name + " state", found)
              : Check.fault(
                  name + " state", found + " does not match its data", "delete its data folder"));
    } catch (Failure e) {
      checks.add(Check.fault(name, String.valueOf(e.getMessage()), "start it, or name another"));
    }
    return checks;
  }
}
