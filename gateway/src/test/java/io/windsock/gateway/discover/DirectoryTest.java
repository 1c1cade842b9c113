package io.windsock.gateway.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.gateway.core.member.Gateways;
import io.windsock.gateway.discover.KnownMembers.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectoryTest {
  private static final long NOW = 1_000_000;

  private final Directory directory = new Directory("g1", "mirror");

  static SiteSample site(String name, String role, String phase, @Nullable String linkUrl) {
    return SiteSample.newBuilder()
        .setSite(name)
        .setRole(role)
        .setUrl("http://" + name + ":80")
        .setLinkUrl(linkUrl)
        .setAtMs(0)
        .setPhase(phase)
        .setDetail("")
        .setTopic("mirror")
        .setTokenEpoch(7)
        .setOffsets(List.of())
        .setSequences(List.of())
        .setMarkers(List.of())
        .setEpochs(List.of())
        .setCheckpoints(List.of())
        .setStamps(List.of())
        .setKeys(0)
        .setEventsPerSecond(0)
        .setReady(0)
        .setBackup(0)
        .setPending(0)
        .setRequestsPerSecond(0)
        .setClients(0)
        .setUpdateDelay(new DelaySummary(0L, 0L, 0L, 0L))
        .setStalenessEvents(0)
        .setStalenessMs(0)
        .setCpu(0)
        .setSnapshot(null)
        .build();
  }

  static GatewaySample gateway(
      String name, String incarnation, long born, String phase, long atMs) {
    return GatewaySample.newBuilder()
        .setGateway(name)
        .setIncarnation(incarnation)
        .setBorn(born)
        .setUrl("http://" + name + ":80")
        .setLinkUrl("http://" + name + ":90")
        .setAtMs(atMs)
        .setPhase(phase)
        .setPendingKeys(0)
        .setPendingViews(0)
        .setCallsPerSecond(0)
        .setCalls(0)
        .setInTime(0)
        .setMissed(0)
        .setBusy(0)
        .setReissued(0)
        .setReissuedEarly(0)
        .setSitesAlive(0)
        .setSitesOpen(0)
        .setGatewaysAlive(1)
        .setDrained(List.of())
        .build();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "m1, mirror,  LIVE,        http://m1:90,  0,    true",
        "m1, mirror,  CATCHING_UP, http://m1:90,  0,    true",
        "m1, mirror,  LIVE,        http://m1:90,  3000, true",
        "m1, mirror,  LIVE,        http://m1:90,  3001, false",
        "m1, mirror,  CLOSED,      http://m1:90,  0,    false",
        "m1, mirror,  STOPPED,     http://m1:90,  0,    false",
        "m1, central, LIVE,        http://m1:90,  0,    false",
        "m1, mirror,  LIVE,        -,             0,    false",
        "m1, mirror,  LIVE,        http://m1,     0,    false",
        "m1, mirror,  LIVE,        ':: nothing',  0,    false",
        "g1, mirror,  LIVE,        http://m1:90,  0,    false",
        "g2, mirror,  LIVE,        http://m1:90,  0,    false",
      })
  void shouldKnowTheSitesThatCallsMayBeSentTo(
      String name, String role, String phase, @Nullable String linkUrl, long age, boolean known) {
    directory.add(site(name, role, phase, linkUrl), NOW - age);
    directory.add(gateway("g2", "i2", 1, "READY", NOW), NOW);

    assertThat(directory.known().sites())
        .isEqualTo(
            known
                ? List.of(new Member(name, "http://" + name + ":80", String.valueOf(linkUrl)))
                : List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "g2, READY,    0,    true",
    "g2, STARTING, 0,    true",
    "g2, DRAINING, 0,    true",
    "g2, CLOSED,   0,    false",
    "g2, STOPPED,  0,    false",
    "g2, READY,    3001, false",
    "g1, READY,    0,    false",
  })
  void shouldKnowTheOtherGateways(String name, String phase, long age, boolean known) {
    directory.add(gateway(name, "i2", 1, phase, NOW - age), NOW - age);
    directory.reached(NOW);

    assertThat(directory.known().gateways())
        .isEqualTo(
            known
                ? List.of(new Member(name, "http://" + name + ":80", "http://g2:90"))
                : List.of());
    assertThat(directory.mayHaveTwin()).isEqualTo(name.equals("g1"));
  }

  /** Any program may write samples, and each gateway known is a link. */
  @Test
  void shouldKnowNoMoreGatewaysThanShareCalls() {
    for (int i = 0; i < Gateways.MAX + 10; i++) {
      directory.add(gateway("g" + (100 + i), "i" + i, 1, "READY", NOW), NOW);
    }
    assertThat(directory.known().gateways())
        .hasSize(Gateways.MAX)
        .extracting(Member::name)
        .contains("g100", "g131")
        .doesNotContain("g132");
  }

  @Test
  void shouldForgetNobodyWhileNothingIsHeardOfAnyone() {
    directory.add(site("m1", "mirror", "LIVE", "http://m1:90"), NOW);
    assertThat(directory.known().sites()).hasSize(1);
    directory.reached(NOW + 4_000);
    assertThat(directory.known().sites()).isEmpty();
  }

  @Test
  void shouldKnowMembersAlthoughABrokersClockWentBack() {
    directory.add(site("gone", "mirror", "LIVE", "http://gone:90"), NOW + 59_000);
    directory.add(site("m1", "mirror", "LIVE", "http://m1:90"), NOW + 60_000);
    directory.add(site("m1", "mirror", "LIVE", "http://m1:90"), NOW);
    directory.add(gateway("g2", "i2", 1, "READY", NOW), NOW + 100);

    assertThat(directory.known().sites()).extracting(Member::name).containsExactly("m1");
    assertThat(directory.known().gateways()).extracting(Member::name).containsExactly("g2");
  }

  @Test
  void shouldFindASiteOfItsOwnName() {
    assertThat(directory.namesake()).isNull();
    directory.add(site("g1", "central", "LIVE", null), NOW);
    assertThat(directory.namesake()).isNotNull();
    directory.add(site("g1", "central", "CLOSED", null), NOW);
    assertThat(directory.namesake()).isNull();
  }
}
