package io.windsock.feeds.replay;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keeps what it is given and when, and acknowledges it at once unless told otherwise. */
final class FakeSender implements EventSender {
  /** One record sent. */
  @SuppressWarnings("ArrayRecordComponent")
  record Sent(double atMs, String topic, String key, byte[] value) {}

  /** What becomes of a record; null: acknowledged. */
  interface Fate {
    @Nullable Exception of(int number);
  }

  final List<Sent> sent = new ArrayList<>();
  final List<Deliveries.Delivery> unanswered = new ArrayList<>();
  Set<String> opened = Set.of();
  Fate fate = number -> null;
  boolean answers = true;
  boolean closed;
  private final FakeClock clock;

  FakeSender(FakeClock clock) {
    this.clock = clock;
  }

  @Override
  public void open(Set<String> topics) {
    opened = new TreeSet<>(topics);
  }

  @Override
  public void send(String topic, byte[] key, byte[] value, Deliveries.Delivery delivery) {
    sent.add(new Sent(clock.passedMs(), topic, new String(key, StandardCharsets.UTF_8), value));
    if (answers) {
      delivery.onCompletion(null, fate.of(sent.size()));
    } else {
      unanswered.add(delivery);
    }
  }

  @Override
  public void close(Duration atMost) {
    closed = true;
  }
}
