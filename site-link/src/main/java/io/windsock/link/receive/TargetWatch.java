package io.windsock.link.receive;

import io.windsock.link.transport.SourceTopic;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.TopicIncarnation;
import io.windsock.platform.kafka.TopicWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Detects, on a thread of its own, that a topic which a session writes was deleted or recreated, or
 * that somebody has taken the link over. A producer does not: it waits for the topic until its
 * timeout, or writes to the other one; and it is refused only if it writes.
 */
final class TargetWatch implements AutoCloseable {
  private static final long EVERY_MS = 2_000;
  private static final long LOOK_MS = 200;

  private final Admin admin;
  private final List<Watched> topics = new ArrayList<>();
  private final ControlWatch control;
  private final Listener listener;
  private final Thread thread;

  /** Is told once why the session can't go on. */
  interface Listener {
    /** Another session would be refused, too: a topic has another id or none, or a promotion. */
    void changed(String reason);

    /** A later session has taken the link over. */
    void superseded();
  }

  private record Watched(String name, Uuid id, TopicWatch watch) {}

  private TargetWatch(Admin admin, ControlWatch control, Listener listener) {
    this.admin = admin;
    this.control = control;
    this.listener = listener;
    thread = new Thread(this::run, "link-target-watch");
    thread.setDaemon(true);
  }

  /**
   * Creates a watch, which looks once it is started.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @param topics the topics of the session
   * @param log what the session writes
   */
  static TargetWatch of(
      Map<String, Object> kafka, List<SourceTopic> topics, TargetLog log, Listener listener) {
    Admin admin = Admin.create(kafka);
    TargetWatch watch = new TargetWatch(admin, new ControlWatch(kafka, admin, log), listener);
    for (SourceTopic topic : topics) {
      TopicPair pair = log.position().topics().get(topic.name());
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
      boolean told = false;
      while (!told) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        told = look(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
      }
    } catch (InterruptedException e) {
      // The session has ended.
    }
  }

  /** Returns whether the session can't go on, which the listener knows then. */
  private boolean look(long nowMs) {
    for (Watched topic : topics) {
      if (differs(topic, nowMs)) {
        listener.changed(reason(topic));
        return true;
      }
    }
    @Nullable LinkPosition taken = control.work(nowMs);
    if (taken == null) {
      return false;
    }
    if (taken.isPromoted()) {
      listener.changed(TargetLog.promoted(LinkTopic.link(control.topic()), taken));
    } else {
      listener.superseded();
    }
    return true;
  }

  private static boolean differs(Watched topic, long nowMs) {
    boolean changed = topic.watch().work(nowMs);
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
