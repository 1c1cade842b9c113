package io.windsock.evaluation.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.testbed.process.ChildProcess;
import io.windsock.topology.TopicSetup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/** Runs the two programs in turn against one broker and one preloaded set of source topics. */
final class Session {
  private static final String PREFIX = "bench";

  private final Plan plan;
  private final Admin admin;
  private final String bootstrapServers;
  private final ChildProcess broker;
  private final Path folder;
  private final Catalogue catalogue = Catalogue.builtIn("airline");
  private final Topics topics = new Topics(PREFIX);
  private int runs;
  private @Nullable Setup lastTopology;

  /**
   * Creates a session.
   *
   * @param records source records per run
   * @param warmUp how many of them are processed before the clock starts
   */
  record Plan(
      long records,
      long warmUp,
      int flights,
      int partitions,
      long commitMs,
      String rules,
      long seed,
      Map<String, String> properties,
      List<String> jvmOptions,
      List<String> topologyJvm) {}

  Session(Plan plan, Admin admin, String bootstrapServers, ChildProcess broker, Path folder) {
    this.plan = plan;
    this.admin = admin;
    this.bootstrapServers = bootstrapServers;
    this.broker = broker;
    this.folder = folder;
  }

  /** Fills the source topics; returns the mean bytes of a source record. */
  double preload() {
    TopicSetup.ensure(admin, topics, catalogue, plan.partitions(), 1);
    return new Workload(catalogue, plan.flights(), plan.seed())
        .preload(bootstrapServers, topics, plan.records());
  }

  /** Runs the topology once and measures the volume it wrote. */
  Run topology() throws InterruptedException, ExecutionException {
    List<String> jvm = new ArrayList<>(plan.jvmOptions());
    jvm.addAll(plan.topologyJvm());
    Setup setup = setup("topology", Volume.NONE);
    lastTopology = setup;
    freshOutputs(setup, false);
    return measure(setup, ChildProcess.start(TopologyChild.class, jvm, setup.args()));
  }

  /** Returns the volume that the last run of the topology wrote. */
  Volume volume() {
    Setup setup = Objects.requireNonNull(lastTopology, "the topology has not run");
    return new VolumeReader(bootstrapServers).read(setup, plan.records());
  }

  /** Runs the raw copy once, writing {@code volume}. */
  Run raw(Volume volume) throws InterruptedException, ExecutionException {
    Setup setup = setup("raw", volume);
    freshOutputs(setup, true);
    return measure(setup, ChildProcess.start(RawCopy.class, plan.jvmOptions(), setup.args()));
  }

  private Setup setup(String program, Volume volume) {
    return new Setup(
        bootstrapServers,
        PREFIX,
        "bench-" + program + "-" + runs,
        folder.resolve(program + "-" + runs).toString(),
        plan.partitions(),
        plan.commitMs(),
        plan.rules(),
        volume,
        plan.properties());
  }

  /** Each run writes to new topics, so no run has to write back the pages of the previous one. */
  private void freshOutputs(Setup setup, boolean withChangelog)
      throws InterruptedException, ExecutionException {
    Set<String> sources = new HashSet<>(catalogue.streams().stream().map(topics::source).toList());
    List<String> old =
        admin.listTopics().names().get().stream().filter(name -> !sources.contains(name)).toList();
    admin.deleteTopics(old).all().get();
    while (admin.listTopics().names().get().stream().anyMatch(old::contains)) {
      Thread.sleep(50);
    }
    TopicSetup.ensure(admin, topics, catalogue, plan.partitions(), 1);
    if (withChangelog) {
      NewTopic changelog = new NewTopic(setup.changelog(), plan.partitions(), (short) 1);
      admin
          .createTopics(List.of(changelog.configs(Map.of("cleanup.policy", "compact"))))
          .all()
          .get();
    }
  }

  private Run measure(Setup setup, ChildProcess child) throws InterruptedException {
    runs++;
    try (child) {
      child.await("ready");
      Progress progress = new Progress(admin, setup.group());
      long start = progress.await(plan.warmUp(), child);
      long from = progress.committed();
      long startCpu = child.cpuUs();
      long startBroker = broker.cpuUs();
      long end = progress.await(plan.records(), child);
      double measured = plan.records() - from;
      return new Run(
          measured / ((end - start) / 1e9),
          (child.cpuUs() - startCpu) / measured,
          (broker.cpuUs() - startBroker) / measured);
    }
  }
}
