package io.windsock.feeds.aviation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.zone.ZoneRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AirportZonesTest {
  private static final AirportZones ZONES = new AirportZones();

  /** Offsets from UTC in January and July 2014: places that maps get wrong. */
  @ParameterizedTest
  @CsvSource({
    "JFK, -5, -4", "ORD, -6, -5", "DEN, -7, -6", "LAX, -8, -7", "ANC, -9, -8", "HNL, -10, -10",
    "PHX, -7, -7", "SLC, -7, -6", "BOI, -7, -6", "ELP, -7, -6", "ECP, -6, -5", "TLH, -5, -4",
    "IND, -5, -4", "EVV, -6, -5", "SDF, -5, -4", "BNA, -6, -5", "TYS, -5, -4", "IMT, -6, -5",
    "CMX, -5, -4", "RAP, -7, -6", "FSD, -6, -5", "DIK, -7, -6", "BFF, -7, -6", "LWS, -8, -7",
    "SJU, -4, -4", "STT, -4, -4", "GUM, 10, 10", "PPG, -11, -11", "ADK, -10, -9", "YYZ, -5, -4",
    "BDA, -4, -3", "XNA, -6, -5", "CVG, -5, -4", "OTZ, -9, -8"
  })
  void shouldKnowTheZone(String airport, int january, int july) {
    ZoneRules zone = ZONES.find(airport);

    assertThat(zone).isNotNull();
    assertThat(hours(zone, "2014-01-15T12:00:00Z")).isEqualTo(january);
    assertThat(hours(zone, "2014-07-15T12:00:00Z")).isEqualTo(july);
  }

  private static int hours(ZoneRules zone, String instant) {
    return zone.getOffset(Instant.parse(instant)).getTotalSeconds() / 3600;
  }

  @Test
  void shouldNotKnowWhatIsNotThere() {
    assertThat(ZONES.find("QQQ")).isNull();
    assertThat(ZONES.size()).isGreaterThan(600);
  }
}
