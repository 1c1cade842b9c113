package io.windsock.feeds.aviation;

import io.windsock.feeds.spi.ZoneLookup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The time zones of airports by IATA code, from the table in the jar. Immutable. */
public final class AirportZones implements ZoneLookup {
  private static final String RESOURCE = "airports.zones";

  private final Map<String, ZoneRules> byCode = new HashMap<>();

  /** Reads the table. */
  public AirportZones() {
    try (InputStream in = AirportZones.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the jar");
      }
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String line) {
    int colon = line.indexOf(':');
    ZoneRules zone = ZoneId.of(line.substring(0, colon)).getRules();
    for (String code : line.substring(colon + 1).strip().split(" ", -1)) {
      if (byCode.put(code, zone) != null) {
        throw new IllegalStateException(RESOURCE + " has " + code + " twice");
      }
    }
  }

  @Override
  public String name() {
    return "airport";
  }

  @Override
  public @Nullable ZoneRules find(String code) {
    return byCode.get(code);
  }

  /** Returns the number of airports in the table. */
  public int size() {
    return byCode.size();
  }
}
