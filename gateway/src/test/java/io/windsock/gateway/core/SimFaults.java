package io.windsock.gateway.core;

/** When and how members of a simulation fail. */
final class SimFaults {
  private static final long MS = Scenario.MS;
  private static final int CHAOS_FAULTS = 8;

  private final Simulation simulation;
  private final long fromNs;
  private final long loadNs;

  SimFaults(Simulation simulation, long fromNs, long loadNs) {
    this.simulation = simulation;
    this.fromNs = fromNs;
    this.loadNs = loadNs;
  }

  void schedule() {
    switch (simulation.scenario.kind) {
      case CALM -> {}
      case ONE_FAULT -> {
        if (simulation.random.nextInt(4) == 0) {
          join();
        } else {
          simulation.after(fromNs + below(loadNs), this::oneFault);
        }
      }
      case CHAOS, OVERLOAD -> {
        for (int i = 0; simulation.scenario.faulty && i < CHAOS_FAULTS; i++) {
          simulation.after(below(fromNs + loadNs), this::anyFault);
        }
      }
    }
  }

  private long below(long ns) {
    return simulation.random.nextLong(ns);
  }

  private long outageNs() {
    return 50 * MS + below(900 * MS);
  }

  private SimSite site() {
    return simulation.sites.get(simulation.random.nextInt(simulation.sites.size()));
  }

  private SimGateway gateway() {
    return simulation.gateways.get(simulation.random.nextInt(simulation.gateways.size()));
  }

  private void oneFault() {
    switch (simulation.random.nextInt(5)) {
      case 0 -> crash(site());
      case 1 -> pause(site());
      case 2 -> crash(gateway());
      case 3 -> pause(gateway());
      default -> drain();
    }
  }

  /** A member that is not there from the beginning. */
  private void join() {
    SimProcess newcomer = simulation.random.nextBoolean() ? site() : gateway();
    newcomer.crash();
    simulation.after(fromNs + below(loadNs), newcomer::restart);
  }

  private void anyFault() {
    int kind = simulation.random.nextInt(8);
    if (kind == 0) {
      connectionLost(gateway(), site().name); // the site lives, and is heard again
    } else if (kind <= 2) {
      SimGateway gateway = gateway();
      SimRequester requester =
          simulation.requesters.get(simulation.random.nextInt(simulation.requesters.size()));
      gateway.run(() -> gateway.disconnected(requester));
    } else {
      oneFault();
    }
  }

  private void crash(SimProcess process) {
    if (!process.isUp()) {
      return;
    }
    process.crash();
    simulation.after(outageNs(), process::restart);
    for (SimGateway gateway : simulation.gateways) {
      if (gateway != process && simulation.random.nextBoolean()) {
        connectionLost(gateway, process.name);
      }
    }
  }

  /** A gateway learns soon that a connection has ended, not only from the silence. */
  private void connectionLost(SimGateway gateway, String member) {
    simulation.after(below(20 * MS), () -> gateway.run(() -> gateway.lost(member)));
  }

  private void pause(SimProcess process) {
    if (!process.isUp() || process.isPaused()) {
      return;
    }
    process.pause();
    simulation.after(outageNs(), process::resume);
  }

  /** By an operator at one gateway, or by the site itself. */
  private void drain() {
    SimSite site = site();
    if (simulation.random.nextBoolean()) {
      SimGateway gateway = gateway();
      gateway.run(() -> gateway.drain(site.name, true));
      simulation.after(outageNs(), () -> gateway.run(() -> gateway.drain(site.name, false)));
    } else {
      site.draining = true;
      simulation.after(outageNs(), () -> site.draining = false);
    }
  }
}
