package io.windsock.evaluation.scale;

import io.windsock.evaluation.lab.Function;
import java.util.Locale;

/**
 * The load of one run.
 *
 * @param eventsPerSecond sent to the source topic; 0: none
 * @param eventBytes size of an event's value
 * @param mirrors mirrors that work; without any, nothing is mirrored
 * @param displays clients that follow the view of all keys at the first mirror
 * @param requestsPerSecond requests for initial state at the first mirror
 * @param rows rows of that initial state
 */
record Step(
    double eventsPerSecond,
    int eventBytes,
    int mirrors,
    int displays,
    double requestsPerSecond,
    int rows) {
  /** Returns a run of events alone. */
  static Step events(double perSecond, int bytes, int mirrors) {
    return new Step(perSecond, bytes, mirrors, 0, 0, 0);
  }

  /** Returns this run with displays that follow. */
  Step followedBy(int clients) {
    return new Step(eventsPerSecond, eventBytes, mirrors, clients, requestsPerSecond, rows);
  }

  /** Returns this run with requests for so many rows. */
  Step asked(double perSecond, int ofRows) {
    return new Step(eventsPerSecond, eventBytes, mirrors, displays, perSecond, ofRows);
  }

  /** Returns the load in words. */
  String text() {
    String events =
        String.format(Locale.ROOT, "%,.0f events/s of %,d bytes", eventsPerSecond, eventBytes);
    String following =
        displays == 1 ? ", one display" : String.format(Locale.ROOT, ", %,d displays", displays);
    String asking =
        String.format(Locale.ROOT, ", %.0f requests/s for %,d rows", requestsPerSecond, rows);
    return events + (displays > 0 ? following : "") + (requestsPerSecond > 0 ? asking : "");
  }

  Function function() {
    return mirrors == 0 ? Function.NONE : Function.SIMPLE;
  }

  /** Whether events make the mirror encode each response anew. */
  boolean encodes() {
    return eventsPerSecond > 0;
  }
}
