package io.windsock.gateway.core.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Rendezvous;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RoutingTest {
  private static final int CALLS = 20_000;

  private final Routing uniform = new UniformRouting();
  private final Routing loadAware = new LoadAwareRouting();

  private static long call(int i) {
    return Rendezvous.hash("caller:" + i);
  }

  /** Returns the sites that a gateway tries, in order. */
  private static List<Integer> order(
      Routing routing, long call, int turn, int gateways, FakeSites sites) {
    List<Integer> order = new ArrayList<>();
    long tried = 0;
    int slot = routing.choose(call, turn, gateways, sites, tried);
    while (slot != Routing.NONE) {
      order.add(slot);
      tried |= 1L << slot;
      slot = routing.choose(call, turn, gateways, sites, tried);
    }
    return order;
  }

  @Property
  void shouldTryEachOpenSiteOnce(
      @ForAll int call,
      @ForAll @IntRange(min = 0, max = 3) int turn,
      @ForAll long open,
      @ForAll boolean aware) {
    var sites = new FakeSites(Candidates.MAX);
    sites.open = open;

    List<Integer> order = order(aware ? loadAware : uniform, call(call), turn, 4, sites);

    assertThat(order).doesNotHaveDuplicates().hasSize(Long.bitCount(open));
    assertThat(order).allMatch(slot -> (open & (1L << slot)) != 0);
  }

  @Property
  void shouldChooseOtherSitesAsPrimaryAndAsBackup(
      @ForAll int call, @ForAll @IntRange(min = 2, max = 64) int count) {
    var sites = new FakeSites(count);

    List<Integer> primary = order(uniform, call(call), 0, 2, sites);
    List<Integer> backup = order(uniform, call(call), 1, 2, sites);

    int own = count / 2;
    assertThat(primary.subList(0, own)).doesNotContainAnyElementsOf(backup.subList(0, own));
  }

  @Property
  void shouldChooseOtherSitesWhateverTheLoads(
      @ForAll int call,
      @ForAll @IntRange(min = 2, max = 10) int count,
      @ForAll @IntRange(min = 0, max = 9) int loadedAtOne,
      @ForAll @IntRange(min = 0, max = 9) int loadedAtOther) {
    var sites = new FakeSites(count);
    sites.pending[loadedAtOne] = 5;
    int primary = loadAware.choose(call(call), 0, 2, sites, 0);
    sites.pending[loadedAtOne] = 0;
    sites.pending[loadedAtOther] = 5;

    assertThat(loadAware.choose(call(call), 1, 2, sites, 0)).isNotEqualTo(primary);
  }

  @Test
  void shouldAvoidThePrimarysChoiceOfTwoSites() {
    var sites = new FakeSites(2);
    for (int pending = 0; pending < 2; pending++) {
      sites.pending[1] = pending;
      for (int i = 0; i < 100; i++) {
        int primary = loadAware.choose(call(i), 0, 2, sites, 0);
        assertThat(loadAware.choose(call(i), 1, 2, sites, 0)).isEqualTo(1 - primary);
      }
    }
  }

  @Test
  void shouldSpreadTheCallsOfBothRoles() {
    for (Routing routing : List.of(uniform, loadAware)) {
      for (int turn = 0; turn < 2; turn++) {
        int[] counts = new int[5];
        for (int i = 0; i < CALLS; i++) {
          counts[routing.choose(call(i), turn, 2, new FakeSites(5), 0)]++;
        }
        for (int count : counts) {
          assertThat(count).isBetween(CALLS / 5 - 300, CALLS / 5 + 300);
        }
      }
    }
  }

  @Test
  void shouldMoveOnlyTheCallsOfALostSite() {
    var all = new FakeSites(6);
    var fewer = new FakeSites(6);
    fewer.open &= ~(1L << 2);
    for (int i = 0; i < CALLS; i++) {
      int before = uniform.choose(call(i), 0, 2, all, 0);
      int after = uniform.choose(call(i), 0, 2, fewer, 0);
      assertThat(before == 2 || after == before).isTrue();
    }
  }

  @Test
  void shouldChooseTheLighterOfTwo() {
    var sites = new FakeSites(10);
    for (int i = 0; i < CALLS; i++) {
      sites.pending[loadAware.choose(call(i), 0, 1, sites, 0)]++;
    }
    for (int slot = 0; slot < 10; slot++) {
      assertThat(sites.pending[slot]).isBetween(CALLS / 10 - 5, CALLS / 10 + 5);
    }
  }

  /** Of four sites or more, each of two gateways has two of its own. */
  @Property
  void shouldPreferOwnSitesThatHaveNotJustStarted(
      @ForAll int call, @ForAll @IntRange(min = 4, max = 10) int count, @ForAll boolean aware) {
    Routing routing = aware ? loadAware : uniform;
    var sites = new FakeSites(count);
    int cold = Math.floorMod(call, count);
    sites.starting = 1L << cold;
    for (int slot = 0; slot < count; slot++) {
      sites.pending[slot] = slot == cold ? 0 : 5;
    }

    assertThat(order(routing, call(call), 0, 1, sites)).hasSize(count).endsWith(cold);
    assertThat(routing.choose(call(call), 0, 2, sites, 0)).isNotEqualTo(cold);
    assertThat(routing.choose(call(call), 1, 2, sites, 0)).isNotEqualTo(cold);
  }

  /** The gateways may know of a site for different times, or one of them for none. */
  @Property
  void shouldChooseOtherSitesWhateverHasStarted(
      @ForAll int call,
      @ForAll @IntRange(min = 2, max = 10) int count,
      @ForAll long startedAtOne,
      @ForAll long startedAtOther,
      @ForAll boolean aware) {
    Routing routing = aware ? loadAware : uniform;
    var sites = new FakeSites(count);
    sites.starting = startedAtOne;
    int primary = routing.choose(call(call), 0, 2, sites, 0);
    sites.starting = startedAtOther;

    assertThat(routing.choose(call(call), 1, 2, sites, 0)).isNotEqualTo(primary);
  }

  @Test
  void shouldChooseNoneWithoutASite() {
    assertThat(uniform.choose(1, 0, 1, new FakeSites(0), 0)).isEqualTo(Routing.NONE);
    assertThat(loadAware.choose(1, 1, 2, new FakeSites(0), 0)).isEqualTo(Routing.NONE);
    assertThat(loadAware.choose(1, 1, 2, new FakeSites(2), 3)).isEqualTo(Routing.NONE);
  }
}
