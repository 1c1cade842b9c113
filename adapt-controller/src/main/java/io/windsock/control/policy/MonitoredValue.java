package io.windsock.control.policy;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a policy looks at: the monitored variables of the paper (section 3.2.2) and those that
 * Windsock adds. The index is the one that {@code set_monitor_values} takes.
 */
public enum MonitoredValue {
  /** The paper's ready queue. */
  READY(
      0,
      "ready",
      "events",
      "ready queue",
      "Events received and not yet processed.",
      "section 3.2.2: length of the ready queue"),
  /** The paper's backup queue. */
  BACKUP(
      1,
      "backup",
      "offsets",
      "backup queue",
      "Offsets of the log not yet covered by a checkpoint.",
      "section 3.2.2: length of the backup queue"),
  /** The paper's buffer of client requests. */
  PENDING(
      2,
      "pending",
      "requests",
      "queue of pending requests",
      "Client requests accepted and not yet answered.",
      "section 3.2.2: buffer holding all pending client requests"),
  /** Load by requests. */
  REQUEST_RATE(
      3,
      "requestRate",
      "requests/s",
      "rate of requests",
      "Client requests answered a second.",
      "Windsock's; the load of section 4.2's experiments"),
  /** The paper's measure of what regular clients suffer. */
  UPDATE_DELAY(
      4,
      "updateDelay",
      "ms",
      "update delay",
      "99th percentile of the update delay since the last sample.",
      "Windsock's; measured in section 4.3"),
  /** Consistency given up, in events. */
  STALENESS_EVENTS(
      5,
      "stalenessEvents",
      "events",
      "staleness",
      "Updates that the site's state lacks against the central site's.",
      "Windsock's; the level of consistency of section 3.2.2"),
  /** Consistency given up, in time. */
  STALENESS_MS(
      6,
      "stalenessMs",
      "ms",
      "staleness",
      "Age of the oldest update that the site's state lacks.",
      "Windsock's; the level of consistency of section 3.2.2"),
  /** Load by processors. */
  CPU(
      7,
      "cpu",
      "processors",
      "use of processors",
      "Processors that the site's process uses.",
      "Windsock's; the execution cycles of section 3.2.2");

  private final int index;
  private final String text;
  private final String unit;
  private final String words;
  private final String meaning;
  private final String source;

  MonitoredValue(int index, String text, String unit, String words, String meaning, String source) {
    this.index = index;
    this.text = text;
    this.unit = unit;
    this.words = words;
    this.meaning = meaning;
    this.source = source;
  }

  /** Its name in configuration, records and commands, as {@code updateDelay}. */
  public String text() {
    return text;
  }

  /** What it is measured in. */
  public String unit() {
    return unit;
  }

  /** Its name in sentences, as {@code update delay}. */
  public String words() {
    return words;
  }

  /** What it is, in a sentence. */
  public String meaning() {
    return meaning;
  }

  /** Where it comes from: a place in the paper, or Windsock. */
  public String source() {
    return source;
  }

  /** The paper's index, from 0. */
  public int index() {
    return index;
  }

  /** The value of that name, if there is one. */
  public static Optional<MonitoredValue> named(String text) {
    return Arrays.stream(values()).filter(value -> value.text.equals(text)).findFirst();
  }

  /** The value of that index, if there is one. */
  public static Optional<MonitoredValue> at(int index) {
    return Arrays.stream(values()).filter(value -> value.index == index).findFirst();
  }
}
