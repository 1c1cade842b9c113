package io.windsock.evaluation.capacity;

import java.util.Locale;

/** The quantities of work that cost something. All but the sizes count per second. */
public enum Quantity {
  /** Always 1; its cost is that of a process without any work. */
  BASE,
  /** Partitions of each topic; not per second. */
  PARTITIONS,
  /** Transactions in which the topology commits them, and after which sites read them. */
  COMMITS,
  /** Partitions in which a transaction has events, counted for each transaction. */
  PARTITION_COMMITS,
  /** Keys that a transaction changes, counted for each transaction. */
  CHANGED_KEYS,
  /** Events that the role applies or receives. */
  EVENTS,
  /** Kilobytes of these events. */
  EVENT_KB,
  /** Events that are mirrored. */
  MIRRORED,
  /** Mirrored events that mirrors read, counted once for each mirror. */
  COPIES,
  /** Updates that displays receive, counted once for each display. */
  UPDATES,
  /** Kilobytes of the events behind those updates. */
  UPDATE_KB,
  /** Messages in which displays receive them: those of one poll of the site arrive together. */
  MESSAGES,
  /** Kilobytes sent to displays. */
  SENT_KB,
  /** Requests for initial state. */
  REQUESTS,
  /** Views that the mirror encodes, because its cache does not have them. */
  ENCODINGS,
  /** Kilobytes of initial state that the mirror encodes, because its cache does not have them. */
  ENCODED_KB,
  /** Calls for a key that a site answers. */
  CALLS,
  /** Batches in which these calls arrive. */
  CALL_BATCHES,
  /** Calls that a gateway takes part in; each call is made at two gateways. */
  PASSED,
  /** Batches in which these calls arrive. */
  PASSED_BATCHES,
  /** Keys in the state; not per second. */
  KEYS,
  /** Displays that follow a view; not per second. */
  DISPLAYS;

  /** Returns the name in rows and JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
