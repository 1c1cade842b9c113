package io.windsock.feeds.map;

import io.windsock.feeds.spi.ZoneLookup;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Zones of harbours, as a domain's jar would bring them. */
public final class HarbourZones implements ZoneLookup {
  private static final Map<String, String> ZONES =
      Map.of("San Pedro", "America/Los_Angeles", "Honolulu", "Pacific/Honolulu");

  @Override
  public String name() {
    return "harbour";
  }

  @Override
  public @Nullable ZoneRules find(String place) {
    String zone = ZONES.get(place);
    return zone == null ? null : ZoneId.of(zone).getRules();
  }
}
