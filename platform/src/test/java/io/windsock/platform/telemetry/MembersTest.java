package io.windsock.platform.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.platform.telemetry.Members.Twins;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is alive, where, and under whose name, by what was heard and when. */
class MembersTest {
  private static final long NOW = 1_000_000;

  private final Members members = new Members();

  private static SiteSample site(String name) {
    return SiteSample.newBuilder()
        .setSite(name)
        .setRole("mirror")
        .setUrl("http://" + name)
        .setAtMs(0)
        .setPhase("LIVE")
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

  @ParameterizedTest
  @CsvSource({
    "mirror,  LIVE,        0,    0,    true",
    "mirror,  LIVE,        0,    3000, true",
    "mirror,  LIVE,        0,    3001, false",
    "mirror,  LIVE,        1,    0,    false",
    "mirror,  CATCHING_UP, 0,    0,    false",
    "mirror,  live,        0,    0,    false",
    "central, LIVE,        0,    0,    false",
  })
  void shouldKnowWhoServesInARole(
      String role, String phase, long cutOffMs, long silentMs, boolean serves) {
    SiteSample sample = site("m1");
    sample.setRole(role);
    sample.setPhase(phase);
    sample.setCutOffMs(cutOffMs);
    members.add(sample, NOW - silentMs);

    assertThat(members.serving("mirror", NOW))
        .extracting(SiteSample::getUrl)
        .isEqualTo(serves ? List.of("http://m1") : List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "mirror,  7, 0,    true",
    "mirror,  7, 5000, true",
    "mirror,  7, 5001, false",
    "mirror,  8, 0,    false",
    "forward, 7, 0,    false",
  })
  void shouldKnowWhoFollowsAnIncarnationOfATopic(
      String topic, long epoch, long silentMs, boolean follows) {
    SiteSample sample = site("m1");
    sample.setTopic(topic);
    sample.setTokenEpoch(epoch);
    members.add(sample, NOW - silentMs);

    assertThat(members.following("mirror", 7, NOW - 5_000)).hasSize(follows ? 1 : 0);
  }

  private void said(String incarnation, long born, long atMs) {
    SiteSample sample = site("m1");
    sample.setIncarnation(incarnation);
    sample.setBorn(born);
    sample.setUrl("http://" + incarnation);
    members.add(sample, atMs);
  }

  @Test
  void shouldTellTwoSitesOfOneNameFromOneThatWasStartedAgain() {
    said("one", 10, NOW - 4_000);
    said("two", 12, NOW - 3_500);
    said("two", 12, NOW - 900);
    assertThat(members.twins(NOW)).isEmpty();

    said("one", 10, NOW - 800);
    assertThat(members.twins(NOW)).containsExactly(new Twins("m1", "http://one", "http://two"));
    assertThat(members.twins(NOW - 799 + Members.ALIVE_MS)).isEmpty();
  }

  @Test
  void shouldKnowTheLatestOfEachUntilItIsForgotten() {
    members.add(site("m1"), NOW - 10);
    members.add(site("m1"), NOW);
    members.add(site("m2"), NOW - 5);
    members.add(topology(4), NOW + 1);

    assertThat(members.sites()).extracting(Received::atMs).containsExactly(NOW, NOW - 5);
    assertThat(members.newestMs()).isEqualTo(NOW + 1);
    assertThat(members.newestEpoch()).isEqualTo(4);

    members.forget(NOW + 1);
    assertThat(members.sites()).isEmpty();
    assertThat(members.topologies()).hasSize(1);
    members.forget(NOW + 2);
    assertThat(members.newestMs()).isEqualTo(Long.MIN_VALUE);
    assertThat(members.newestEpoch()).isZero();
  }

  @Test
  void shouldKnowTheGateways() {
    members.add(gateway("g2"), NOW - 5);
    members.add(gateway("g1"), NOW);

    assertThat(members.gateways())
        .extracting(received -> received.sample().getGateway())
        .containsExactly("g1", "g2");
    assertThat(members.newestMs()).isEqualTo(NOW);
    members.forget(NOW);
    assertThat(members.gateways()).extracting(Received::atMs).containsExactly(NOW);
  }

  @Test
  void shouldKnowTheLinks() {
    members.add(link("back"), NOW - 5);
    members.add(link("main"), NOW - 5);
    members.add(link("main"), NOW);

    assertThat(members.links())
        .extracting(received -> received.sample().getLink())
        .containsExactly("back", "main");
    assertThat(members.newestMs()).isEqualTo(NOW);
    members.forget(NOW);
    assertThat(members.links()).extracting(Received::atMs).containsExactly(NOW);
  }

  private static LinkSample link(String name) {
    return LinkSample.newBuilder()
        .setLink(name)
        .setTarget("backup:9600")
        .setAtMs(0)
        .setPhase("SENDING")
        .setDetail("")
        .setTopics(List.of())
        .setLag(0)
        .setRpoMs(0)
        .setEpoch(1)
        .setBatch(0)
        .setRecords(0)
        .setPlainBytes(0)
        .setSentBytes(0)
        .setIntervalMs(0)
        .setThreshold(0)
        .setPipeline("serial")
        .setThreads(1)
        .build();
  }

  private static GatewaySample gateway(String name) {
    return GatewaySample.newBuilder()
        .setGateway(name)
        .setIncarnation("run-1")
        .setBorn(1)
        .setUrl("http://" + name)
        .setLinkUrl("http://" + name + ":9070")
        .setAtMs(0)
        .setPhase("READY")
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

  private static TopologySample topology(long epoch) {
    PartitionSample partition =
        new PartitionSample(0, epoch, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
    return new TopologySample("t1", 0L, List.of(partition), epoch, "", 0.0);
  }

  @Test
  void shouldRememberABoundedNumber() {
    for (int i = 0; i < Members.MAX; i++) {
      assertThat(members.add(site("m" + i), NOW)).isTrue();
    }
    assertThat(members.add(site("another"), NOW)).isFalse();
    assertThat(members.add(site("m1"), NOW + 1)).isTrue();
    assertThat(members.sites()).hasSize(Members.MAX);
  }

  @ParameterizedTest
  @EnumSource(MemberPhase.class)
  void shouldReadThePhasesThatItKnows(MemberPhase phase) {
    assertThat(MemberPhase.parse(phase.name())).isEqualTo(phase);
    assertThat(MemberPhase.parse(phase.name() + "?")).isEqualTo(MemberPhase.UNKNOWN);
  }
}
