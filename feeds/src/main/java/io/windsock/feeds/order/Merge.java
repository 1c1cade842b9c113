package io.windsock.feeds.order;

import io.windsock.feeds.FeedEvent;
import java.io.IOException;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Merges several sequences of events: always returns the earliest of the next events, and of two at
 * the same time the one from the sequence listed first. Owned by one thread.
 */
final class Merge implements Events {
  private final List<Events> sequences;
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(
          (a, b) -> {
            int byTime = Long.compare(a.event.eventTimeMs(), b.event.eventTimeMs());
            return byTime != 0 ? byTime : Integer.compare(a.sequence, b.sequence);
          });
  private boolean begun;

  /** The current event of a sequence. */
  private static final class Head {
    private final int sequence;
    private FeedEvent event;

    Head(int sequence, FeedEvent event) {
      this.sequence = sequence;
      this.event = event;
    }
  }

  Merge(List<Events> sequences) {
    this.sequences = List.copyOf(sequences);
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    if (!begun) {
      begin();
    }
    Head head = heads.poll();
    if (head == null) {
      return null;
    }
    FeedEvent event = head.event;
    FeedEvent following = sequences.get(head.sequence).next();
    if (following != null) {
      head.event = following;
      heads.add(head);
    }
    return event;
  }

  private void begin() throws IOException {
    begun = true;
    for (int i = 0; i < sequences.size(); i++) {
      FeedEvent event = sequences.get(i).next();
      if (event != null) {
        heads.add(new Head(i, event));
      }
    }
  }
}
