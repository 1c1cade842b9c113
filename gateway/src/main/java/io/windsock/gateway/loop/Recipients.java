package io.windsock.gateway.loop;

import io.windsock.contracts.query.Answer;
import io.windsock.gateway.core.Requester;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recipients of outcomes, each at the number by which its {@link Requester} names it. Bounded
 * by the streams that the edge accepts and the calls that may be pending. Owned by the core's loop.
 */
final class Recipients {
  private final List<@Nullable Entry> entries = new ArrayList<>();
  private final List<Integer> free = new ArrayList<>();
  private final List<Entry> unflushed = new ArrayList<>();

  /** A recipient, and whether it has outcomes that were not passed on. */
  private static final class Entry {
    private final Recipient recipient;
    private boolean unflushed;

    Entry(Recipient recipient) {
      this.recipient = recipient;
    }
  }

  /** Returns a requester whose outcomes go to {@code recipient}. */
  Requester add(String caller, Recipient recipient) {
    Entry entry = new Entry(recipient);
    if (free.isEmpty()) {
      entries.add(entry);
      return new Requester(caller, entries.size() - 1L);
    }
    int at = free.remove(free.size() - 1);
    entries.set(at, entry);
    return new Requester(caller, at);
  }

  /** Forgets a requester, once. */
  void remove(Requester requester) {
    int at = (int) requester.connection();
    entries.set(at, null);
    free.add(at);
  }

  void relay(Requester requester, Answer answer) {
    Entry entry = entries.get((int) requester.connection());
    if (entry == null) {
      throw new IllegalStateException("an outcome for a requester that has left: " + answer.id());
    }
    if (!entry.unflushed) {
      entry.unflushed = true;
      unflushed.add(entry);
    }
    entry.recipient.relay(answer);
  }

  /** Has each recipient pass on what it was given. */
  void flush() {
    for (int i = 0; i < unflushed.size(); i++) {
      Entry entry = unflushed.get(i);
      entry.unflushed = false;
      entry.recipient.flush();
    }
    unflushed.clear();
  }
}
