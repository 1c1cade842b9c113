package io.windsock.link.receive;

import io.windsock.link.transport.SourceTopic;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.TopicIncarnation;
import io.windsock.platform.kafka.TopicWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/**
 * Detects, on a thread of its own, that a topic which a session writes was deleted or recreated. A
 * producer does not: it waits for the topic until its timeout, or writes to the other one.
 */
final class TargetWatch implements AutoCloseable {
  private static final long EVERY_MS = 2_000;
  private static final long LOOK_MS = 200;

  private final Admin admin;
  private final List<Watched> topics = new ArrayList<>();
  private final Consumer<String> changed;
  private final Thread thread;

  private record Watched(String name, Uuid id, TopicWatch watch) {}

  private TargetWatch(Admin admin, Consumer<String> changed) {
    this.admin = admin;
    this.changed = changed;
    thread = new Thread(this::run, "link-target-watch");
    thread.setDaemon(true);
  }

  /**
   * Creates a watch, which looks once it is started.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @param topics the topics of the session
   * @param ids their ids, by name
   * @param changed is called once, with the reason, when one of them has another id or none
   */
  static TargetWatch of(
      Map<String, Object> kafka,
      List<SourceTopic> topics,
      Map<String, TopicPair> ids,
      Consumer<String> changed) {
    TargetWatch watch = new TargetWatch(Admin.create(kafka), changed);
    for (SourceTopic topic : topics) {
      TopicPair pair = ids.get(topic.name());
      if (pair != null) {
        watch.add(topic, pair.target());
      }
    }
    return watch;
  }

  void start() {
    thread.start();
  }

  private void add(SourceTopic topic, Uuid id) {
    TopicIncarnation now = new TopicIncarnation(id, topic.partitions());
    topics.add(new Watched(topic.name(), id, new TopicWatch(admin, topic.name(), EVERY_MS, now)));
  }

  private void run() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        for (Watched topic : topics) {
          if (differs(topic)) {
            changed.accept(reason(topic));
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      // The session has ended.
    }
  }

  private static boolean differs(Watched topic) {
    boolean changed = topic.watch().work(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    return changed && !topic.watch().current().id().equals(topic.id());
  }

  private static String reason(Watched topic) {
    boolean gone = topic.watch().current().equals(TopicIncarnation.ABSENT);
    return TargetTopics.changed(
        topic.name(),
        gone ? "was deleted at the target" : "was deleted and created again at the target");
  }

  @Override
  public void close() {
    thread.interrupt();
    admin.close(Duration.ZERO); // a target that is away would delay the reason of the session's end
  }
}
