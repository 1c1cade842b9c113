package io.windsock.evaluation.gateway.lab;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.evaluation.mirror.MirrorLog;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.numbers.GeneratedServices;
import io.windsock.feeds.numbers.ServiceOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * The 0800 numbers that sites have, written straight to the mirror topic, as a topology that
 * mirrors every event would: loading a million takes as long as sites need to apply them.
 */
final class Numbers {
  /** The domain of the numbers. */
  static final String DOMAIN = "number-translation";

  private static final int PARTITIONS = 4;

  private Numbers() {}

  /** Creates the topics that sites and gateways need, and writes so many numbers. */
  static void write(String bootstrapServers, int numbers) throws IOException, InterruptedException {
    Topics topics = Topics.standard();
    Catalogue catalogue = Catalogue.builtIn(DOMAIN);
    ServiceOptions options =
        ServiceOptions.standard().withSeed(CallsOrder.NUMBERS_SEED).withNumbers(numbers, 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(List.of(new NewTopic(topics.monitor(), 1, (short) 1))).all().get();
      try (MirrorLog log = new MirrorLog(bootstrapServers, topics.mirror(), PARTITIONS, catalogue);
          FeedReader feed = new GeneratedServices(catalogue, options)) {
        var unused = log.write(feed);
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("can't create the topics: " + e.getCause(), e);
    }
  }
}
