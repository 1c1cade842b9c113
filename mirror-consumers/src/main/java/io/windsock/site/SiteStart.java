package io.windsock.site;

import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.registry.SchemaIds;
import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskProbe;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteStartException;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The start of a site: finds its topic, opens its state and its place in the log, and then starts
 * it. Closes all of that if one of them fails. Stateless.
 */
final class SiteStart {
  private SiteStart() {}

  /** As {@link Site#start(SiteConfig)}, with the given disk probe. */
  static Site start(SiteConfig config, DiskProbe probe) {
    try {
      return launch(config, probe);
    } catch (KafkaException e) { // such as of a client whose broker has no known address now
      throw new SiteStartException("the site's Kafka clients can't be used: " + innermost(e), e);
    }
  }

  private static String innermost(KafkaException failure) {
    Throwable e = failure;
    while (e.getCause() != null) {
      e = e.getCause();
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private static Site launch(SiteConfig config, DiskProbe probe) {
    Admin admin = Admin.create(config.client());
    try {
      String name = config.role().topic(config.kafka().topics());
      LogTopic topic = find(admin, name, config.kafka().topicPatience());
      checkIds(config);
      Site site = open(config, admin, topic, probe);
      site.begin();
      return site;
    } catch (RuntimeException | Error e) {
      admin.close(Site.CLOSE_PATIENCE);
      throw e;
    }
  }

  private static LogTopic find(Admin admin, String name, Duration patience) {
    try {
      return LogTopic.find(admin, name, patience);
    } catch (UnknownTopicOrPartitionException e) {
      throw new SiteStartException(
          e.getMessage() + ": is the topology running, and with the same topic prefix?", e);
    } catch (KafkaException e) {
      throw new SiteStartException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void checkIds(SiteConfig config) {
    try {
      SchemaIds.check(config.client(), config.kafka().topics(), config.domain().catalogue());
    } catch (KafkaException e) {
      throw new SiteStartException(
          "the schema ids in topic '" + config.kafka().topics().control() + "' can't be read: " + e,
          e);
    }
  }

  private static Site open(SiteConfig config, Admin admin, LogTopic topic, DiskProbe probe) {
    DiskStamp stamp =
        new DiskStamp(
            topic.clusterId(),
            topic.name(),
            topic.id().toString(),
            topic.partitions(),
            config.domain().ede().fingerprint());
    SiteConfig.Store store = config.store();
    OpenParts parts = new OpenParts();
    try {
      SiteState state =
          parts.add(
              SiteState.open(
                  store.dataDir(), stamp, topic.epoch(), store.memoryBytes(), store.rebuild()));
      SiteListeners listeners = new SiteListeners(config.name());
      Clocks clock = Clocks.system();
      ApplyLoop loop =
          parts.add(ApplyLoop.open(config.applyOptions(), admin, topic, state, listeners, clock));
      return new Site(config, admin, topic, stamp, state, listeners, loop, clock, probe, parts);
    } catch (RuntimeException | Error e) {
      parts.close(e);
      throw e;
    }
  }
}
