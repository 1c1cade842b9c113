package io.windsock.gateway.loop;

import io.windsock.contracts.query.Answer;

/** Where the outcomes of a requester's calls go. The core's loop calls it. */
public interface Recipient {
  /** Takes an outcome, which {@link #flush} passes on. */
  void relay(Answer answer);

  /** Passes on the outcomes taken. Must not call the core. */
  void flush();
}
