package io.windsock.gateway.core.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Rendezvous;
import io.windsock.contracts.query.SlowStart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MembersTest {
  private static final long MS = 1_000_000;
  private static final long SILENCE_NS = 300 * MS;

  private final Sites sites = new Sites();
  private final Gateways gateways = new Gateways("a");

  private static SiteReport ready(String name) {
    return new SiteReport(name, "run", true, false);
  }

  private static Membership of(SiteReport... sites) {
    return new Membership(List.of(sites), List.of("a", "b", "c", "d"));
  }

  @BeforeEach
  void know() {
    sites.report(of(ready("x"), ready("y")), 0);
    gateways.report(of());
  }

  private long bit(String site) {
    return 1L << sites.slot(site);
  }

  @Test
  void shouldOpenASiteWithItsFirstHeartbeat() {
    assertThat(sites.open()).isZero();
    assertThat(sites.heard(sites.slot("x"), 0)).isTrue();
    assertThat(sites.heard(sites.slot("x"), 1)).isFalse();
    assertThat(sites.open()).isEqualTo(bit("x"));
  }

  @Test
  void shouldExcludeASilentSiteUntilItsNextHeartbeat() {
    sites.heard(sites.slot("x"), 0);
    sites.heard(sites.slot("y"), 100 * MS);

    assertThat(sites.exclude(SILENCE_NS, SILENCE_NS)).isZero();
    assertThat(sites.exclude(SILENCE_NS + 1, SILENCE_NS)).isEqualTo(bit("x"));
    assertThat(sites.exclude(SILENCE_NS + 2, SILENCE_NS)).isZero();
    assertThat(sites.open()).isEqualTo(bit("y"));
    assertThat(sites.heard(sites.slot("x"), SILENCE_NS + 3)).isTrue();
    assertThat(sites.open()).isEqualTo(bit("x") | bit("y"));
  }

  @Test
  void shouldExtendTheGraceByAPauseButNotIntoTheFuture() {
    sites.heard(sites.slot("x"), 0);
    sites.heard(sites.slot("y"), 1_900 * MS);
    sites.extend(1_900 * MS, 2_000 * MS);

    assertThat(sites.exclude(2_200 * MS, SILENCE_NS)).isZero();
    assertThat(sites.exclude(2_200 * MS + 1, SILENCE_NS)).isEqualTo(bit("x"));
    assertThat(sites.exclude(2_300 * MS + 1, SILENCE_NS)).isEqualTo(bit("y"));
  }

  @Test
  void shouldNotTakeBackTheGraceOfAPauseForWhatWasHeardBefore() {
    sites.heard(sites.slot("x"), 0);
    sites.extend(200 * MS, 200 * MS);
    sites.heard(sites.slot("x"), 10 * MS);

    assertThat(sites.exclude(500 * MS, SILENCE_NS)).isZero();
    assertThat(sites.exclude(500 * MS + 1, SILENCE_NS)).isEqualTo(bit("x"));
  }

  @Test
  void shouldCloseASiteThatIsNotReadyOrDraining() {
    sites.heard(sites.slot("x"), 0);
    sites.heard(sites.slot("y"), 0);
    sites.report(
        of(new SiteReport("x", "run", false, false), new SiteReport("y", "run", true, true)), 0);
    assertThat(sites.open()).isZero();
    sites.report(of(ready("x"), ready("y")), 0);
    assertThat(sites.drain("x", true)).isTrue();
    assertThat(sites.open()).isEqualTo(bit("y"));
    assertThat(sites.drain("x", false)).isTrue();
    assertThat(sites.drain("nobody", true)).isFalse();
    assertThat(sites.open()).isEqualTo(bit("x") | bit("y"));
  }

  private int due(String site) {
    int due = 0;
    for (int i = 0; i < 1_000; i++) {
      due += (sites.due(Rendezvous.hash("c" + i)) & bit(site)) == 0 ? 0 : 1;
    }
    return due;
  }

  @Test
  void shouldStartANewRunOfASiteSlowlyBesideOthers() {
    long endNs = SlowStart.SPAN_NS;
    sites.heard(sites.slot("x"), 0);
    sites.heard(sites.slot("y"), 0);
    assertThat(due("x")).as("all are new").isEqualTo(1_000);
    sites.exclude(endNs, endNs + 1);

    sites.lose(sites.slot("x"));
    sites.report(of(new SiteReport("x", "", false, false), ready("y")), endNs);
    sites.report(of(ready("x"), ready("y")), endNs);
    sites.heard(sites.slot("x"), endNs);
    assertThat(due("x")).as("the same run").isEqualTo(1_000);

    SiteReport joining = new SiteReport("x", "other", false, false);
    sites.report(of(joining, ready("y")), endNs);
    assertThat(due("x")).as("not ready").isZero();
    long readyNs = 3 * endNs;
    sites.heard(sites.slot("y"), readyNs);
    sites.report(of(new SiteReport("x", "other", true, false), ready("y")), readyNs);
    assertThat(due("x")).isBetween(30, 100);
    assertThat(due("y")).isEqualTo(1_000);
    sites.exclude(readyNs + endNs / 2, 4 * endNs);
    assertThat(due("x")).isBetween(450, 620);
    sites.exclude(readyNs + endNs, 4 * endNs);
    assertThat(due("x")).isEqualTo(1_000);
  }

  @Test
  void shouldForgetAnUnnamedSiteOnlyWhenItIsSilent() {
    sites.heard(sites.slot("x"), 0);
    long x = bit("x");

    long y = bit("y");
    assertThat(sites.report(of(), 0)).isEqualTo(y);
    assertThat(sites.open()).isEqualTo(x);
    sites.exclude(2 * SILENCE_NS, SILENCE_NS);
    sites.drain("x", true);
    assertThat(sites.report(of(), 0)).isEqualTo(x);
    assertThat(sites.slot("x")).isNegative();
    assertThat(sites.states())
        .as("an operator has to undo the drain")
        .containsExactly(new SiteState("x", false, false, false, false, true, 0));

    sites.report(of(ready("z")), 0);
    sites.heard(sites.slot("z"), 2 * SILENCE_NS);
    assertThat(sites.open()).isEqualTo(bit("z"));
  }

  @Test
  void shouldKnowNoMoreSitesThanItHasSlotsFor() {
    List<SiteReport> many = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.add(ready("s" + i));
    }
    sites.report(new Membership(many, List.of()), 0);
    assertThat(sites.slot("s61")).isNotNegative();
    assertThat(sites.slot("s62")).isNegative();
  }

  @Test
  void shouldShareACallWithTheGatewaysThatAreAlive() {
    assertThat(gateways.sharing(1, 2, List.of())).isZero();
    gateways.heard(gateways.slot("b"), 0);
    gateways.heard(gateways.slot("c"), 0);
    long b = 1L << gateways.slot("b");
    long c = 1L << gateways.slot("c");

    assertThat(gateways.slot("a")).isNegative();
    assertThat(gateways.sharing(1, 1, List.of())).isZero();
    assertThat(gateways.sharing(1, 3, List.of())).isEqualTo(b | c);
    assertThat(gateways.sharing(1, 2, List.of("a", "c"))).isEqualTo(c);
    assertThat(gateways.sharing(1, 2, List.of("a", "d"))).isZero();
    assertThat(Long.bitCount(gateways.sharing(1, 2, List.of()))).isOne();
    assertThat(gateways.recipients(b)).containsExactly("a", "b");
  }

  @Test
  void shouldGiveEachGatewayAnotherRank() {
    List<String> names = List.of("a", "b", "c");
    for (long call = 0; call < 1_000; call++) {
      List<Integer> ranks = new ArrayList<>();
      for (String name : names) {
        var view = new Gateways(name);
        view.report(new Membership(List.of(), names));
        names.stream().filter(n -> !n.equals(name)).forEach(n -> view.heard(view.slot(n), 0));
        ranks.add(Long.bitCount(view.ahead(call, view.sharing(call, 3, List.of()))));
      }
      assertThat(ranks).containsExactlyInAnyOrder(0, 1, 2);
    }
  }
}
