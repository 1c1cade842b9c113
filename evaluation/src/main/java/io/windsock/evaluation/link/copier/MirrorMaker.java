package io.windsock.evaluation.link.copier;

import io.windsock.evaluation.link.lab.Backlog;
import io.windsock.evaluation.link.lab.Copier;
import io.windsock.evaluation.link.lab.Site;
import io.windsock.evaluation.link.lab.Sites;
import io.windsock.testbed.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** MirrorMaker 2 in its dedicated mode, which copies one topic. One thread owns it. */
public final class MirrorMaker implements Copier {
  /** The heap that Kafka's own script gives it; it logs errors alone, to standard error. */
  private static final List<String> JVM =
      List.of("-Xms256m", "-Xmx2g", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  /** One broker at each site has one replica of everything; nothing that limits the rate. */
  private static final String CONFIGURATION =
      """
      clusters = %1$s, target
      %1$s.bootstrap.servers = %2$s
      target.bootstrap.servers = %3$s
      %1$s->target.enabled = true
      %1$s->target.topics = %4$s
      target->%1$s.enabled = false
      replication.factor = 1
      checkpoints.topic.replication.factor = 1
      heartbeats.topic.replication.factor = 1
      offset-syncs.topic.replication.factor = 1
      offset.storage.replication.factor = 1
      status.storage.replication.factor = 1
      config.storage.replication.factor = 1
      sync.topic.acls.enabled = false
      """;

  /** What documentation of MirrorMaker 2 advises for high volumes. */
  private static final String TUNED =
      """
      tasks.max = %5$d
      %1$s.consumer.fetch.max.bytes = 52428800
      %1$s.consumer.max.partition.fetch.bytes = 4194304
      %1$s.consumer.max.poll.records = 4000
      target.producer.batch.size = 327680
      target.producer.linger.ms = 100
      target.producer.buffer.memory = 134217728
      target.producer.compression.type = zstd
      """;

  private final ChildProcess process;
  private final Site target;
  private final String topic;
  private final int partitions;

  private MirrorMaker(ChildProcess process, Site target, String topic, int partitions) {
    this.process = process;
    this.target = target;
    this.topic = topic;
    this.partitions = partitions;
  }

  /**
   * Starts it.
   *
   * @param libraries the folder of its jars
   * @param alias the name of the source for it, which begins the names of its topics
   * @param tuned whether it has the settings that its documentation advises for high volumes
   */
  public static MirrorMaker start(
      Path libraries, Sites sites, Backlog backlog, String alias, boolean tuned)
      throws IOException {
    Path file = sites.folder().resolve(alias + ".properties");
    Files.writeString(file, configuration(sites, backlog, alias, tuned));
    String classPath = libraries.resolve("*") + File.pathSeparator + MirrorMakerLibraries.code();
    ChildProcess process =
        ChildProcess.startWith(classPath, MirrorMakerMain.class, JVM, List.of(file.toString()));
    process.await("ready");
    String topic = alias + "." + backlog.topic();
    return new MirrorMaker(process, sites.target(), topic, backlog.partitions());
  }

  private static String configuration(Sites sites, Backlog backlog, String alias, boolean tuned) {
    return configuration(sites.source().servers(), sites.target().servers(), backlog, alias, tuned);
  }

  static String configuration(
      String source, String target, Backlog backlog, String alias, boolean tuned) {
    String text = tuned ? CONFIGURATION + TUNED : CONFIGURATION;
    return text.formatted(alias, source, target, backlog.topic(), backlog.partitions());
  }

  @Override
  public long copied() throws InterruptedException {
    if (!process.isAlive()) {
      throw new IllegalStateException("MirrorMaker has ended; it says why on standard error");
    }
    return target.end(topic, partitions);
  }

  @Override
  public long cpuUs() {
    return process.cpuUs();
  }

  /** Returns the topic that it writes. */
  public String topic() {
    return topic;
  }

  @Override
  public void close() {
    process.close();
  }
}
