package io.windsock.evaluation.lab;

import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.embedded.BrokerMain;
import io.windsock.evaluation.load.EndWatch;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.machine.AtExit;
import io.windsock.evaluation.node.CompilerThreads;
import io.windsock.evaluation.node.Node;
import io.windsock.testbed.process.ChildProcess;
import io.windsock.testbed.process.StartedParts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * The processes of a laboratory on their nodes, and the controller, which runs in this process
 * because its node does none of the work that is measured. One thread owns it.
 */
final class Cluster implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final long LOOK_EVERY_MS = 20;

  private final StartedParts started = new StartedParts();
  private final List<Node> nodes = new CopyOnWriteArrayList<>();
  private final AtExit abort;
  private final Path folder;
  private final LabPlan plan;
  private final List<Node> mirrorNodes = new ArrayList<>();
  private final List<URI> mirrors = new ArrayList<>();
  private final Node centralNode;
  private final ChildProcess broker;
  private final ChildProcess topology;
  private final ChildProcess centralSite;
  private final String bootstrapServers;
  private final URI central;
  private final Controller controller;

  Cluster(Path folder, LabPlan plan) throws InterruptedException {
    this.folder = folder;
    this.plan = plan;
    abort = AtExit.run("lab-abort", () -> Node.killAll(nodes));
    try {
      centralNode = node("central");
      broker =
          centralNode.start(BrokerMain.class, plan.jvm(), BrokerArgs.of(folder.resolve("broker")));
      bootstrapServers = broker.await("ready");
      topology = topology();
      centralSite = site(centralNode, "central", "central");
      List<ChildProcess> mirrorSites = mirrorSites();
      central = URI.create(centralSite.await("ready"));
      for (ChildProcess site : mirrorSites) {
        mirrors.add(URI.create(site.await("ready")));
      }
      nodes.forEach(Node::setCompilersApart);
      controller = controller();
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /** Creates a node whose name no other laboratory of this process has. */
  private Node node(String name) {
    Node node = Node.create(folder.getFileName() + "-" + name);
    nodes.add(node);
    return started.closing(node);
  }

  private ChildProcess topology() {
    ChildProcess started =
        centralNode.start(
            TopologyMain.class,
            plan.jvm(),
            List.of(
                bootstrapServers,
                Integer.toString(plan.partitions()),
                folder.resolve("topology").toString()));
    started.await("ready");
    return started;
  }

  /** Starts a site on each mirror node, all at once. */
  private List<ChildProcess> mirrorSites() {
    List<ChildProcess> sites = new ArrayList<>();
    for (int i = 1; i <= plan.mirrors(); i++) {
      Node node = node("mirror-" + i);
      mirrorNodes.add(node);
      sites.add(site(node, "mirror", "mirror-" + i));
    }
    return sites;
  }

  private ChildProcess site(Node node, String role, String name) {
    return node.start(
        SiteMain.class,
        plan.jvm(),
        List.of(role, name, bootstrapServers, folder.resolve(name).toString()));
  }

  private Controller controller() throws InterruptedException {
    Catalogue catalogue = Catalogue.builtIn(Positions.DOMAIN);
    Controller made =
        Controller.start(
            ControllerConfig.builder("lab", bootstrapServers, catalogue)
                .trimmed(Set.of()) // a paused mirror reads on where it was
                .build(),
            null);
    started.closing(made);
    await("the controller does not begin", made::active);
    made.mirroring().make(new SetPolicy(SetPolicy.OFF));
    for (Function function : Function.values()) {
      made.mirroring().make(function.definition());
    }
    return made;
  }

  /** Waits until the condition holds; fails if a node fails first or the patience ends. */
  void await(String otherwise, BooleanSupplier holds) throws InterruptedException {
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      check();
      if (System.nanoTime() > deadlineNs) {
        throw new IllegalStateException(otherwise + " within " + PATIENCE.toSeconds() + " s");
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
  }

  private void check() {
    centralNode.check();
    mirrorNodes.forEach(Node::check);
  }

  /** Watches for the ends of sequences at a site until the cluster is closed. */
  EndWatch watch(URI site) {
    return closing(new EndWatch(site, plan.partitions(), this::check));
  }

  /** Closes {@code part} with the cluster, before the parts started earlier. */
  <T extends AutoCloseable> T closing(T part) {
    return started.closing(part);
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  /** Returns what the processes of the central node have used, without their compilers. */
  CentralProcesses centralProcesses() {
    return new CentralProcesses(ownUs(broker), ownUs(topology), ownUs(centralSite));
  }

  private static long ownUs(ChildProcess process) {
    return process.cpuUs() - CompilerThreads.cpuUs(process.pid());
  }

  Node centralNode() {
    return centralNode;
  }

  List<Node> mirrorNodes() {
    return mirrorNodes;
  }

  URI central() {
    return central;
  }

  List<URI> mirrors() {
    return mirrors;
  }

  Mirroring mirroring() {
    return controller.mirroring();
  }

  @Override
  public void close() {
    try {
      release();
      started.close();
    } finally {
      var unused = abort.cancel();
    }
  }

  /** Removes every quota and pause, so that stopping takes no longer than it must. */
  private void release() {
    for (Node node : nodes) {
      node.unlimited();
      node.resume();
    }
  }
}
