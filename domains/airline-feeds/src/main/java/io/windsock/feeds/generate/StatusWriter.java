package io.windsock.feeds.generate;

import io.windsock.feeds.FeedEvent;
import java.io.IOException;
import org.apache.avro.generic.GenericRecord;

/**
 * Creates a leg's status events. An event omits the fields that its milestone does not change, as
 * an airline's messages do.
 */
record StatusWriter(EventWriter writer) {
  /**
   * Returns the event of milestone {@code index} of a leg.
   *
   * @param whole whether the event repeats everything sent before
   */
  FeedEvent write(LegPlan plan, int index, boolean whole) throws IOException {
    Timeline<Milestone> timeline = plan.timeline();
    Leg leg = plan.leg();
    long timeMs = plan.statusMs(index);
    GenericRecord event = writer.status(timeMs, timeline.what(index).status());
    for (int announced = whole ? 0 : index; announced <= index; announced++) {
      write(event, leg, timeline.what(announced));
    }
    return writer.status(leg.key(), timeMs, event);
  }

  private static void write(GenericRecord event, Leg leg, Milestone milestone) {
    LegTimes times = leg.times();
    switch (milestone) {
      case PUBLISHED -> writeSchedule(event, leg);
      case GATE_KNOWN -> writeGate(event, leg);
      case DELAYED -> writeDelay(event, leg, firstEstimateMs(times));
      case DELAYED_AGAIN -> writeDelay(event, leg, times.outMs());
      case BOARDING -> event.put("estimatedDeparture", times.outMs());
      case OUT -> event.put("estimatedDeparture", times.outMs());
      case OFF -> writeTakeOff(event, leg);
      case EN_ROUTE -> writeEnRoute(event, leg);
      case LANDED -> writeLanding(event, leg);
      case AT_GATE -> event.put("estimatedArrival", times.inMs());
      case CANCELLED, DIVERTED -> event.put("reason", leg.reason());
      case AT_RUNWAY, TAXIING -> {}
    }
  }

  private static void writeSchedule(GenericRecord event, Leg leg) {
    event.put("airline", leg.airline().iata());
    event.put("flightNumber", leg.flightNumber());
    event.put("registration", leg.aircraft().registration());
    event.put("aircraftType", leg.aircraft().type().code());
    event.put("origin", leg.route().origin().icao());
    event.put("destination", leg.route().destination().icao());
    event.put("originName", leg.route().origin().name());
    event.put("destinationName", leg.route().destination().name());
    event.put("scheduledDeparture", leg.times().scheduledOutMs());
    event.put("scheduledArrival", leg.times().scheduledInMs());
    event.put("terminal", leg.places().terminal());
  }

  private static void writeGate(GenericRecord event, Leg leg) {
    if (leg.fromHub()) {
      event.put("gate", leg.places().gate());
      event.put("stand", leg.places().stand());
    }
  }

  /** Returns the first departure estimate, which includes only half of a long delay. */
  private static long firstEstimateMs(LegTimes times) {
    long announcedMs =
        times.delayMs() >= Milestone.LONG_DELAY_MS ? times.delayMs() / 2 : times.delayMs();
    return times.scheduledOutMs() + announcedMs / 60_000 * 60_000;
  }

  private static void writeDelay(GenericRecord event, Leg leg, long estimateMs) {
    LegTimes times = leg.times();
    event.put("estimatedDeparture", estimateMs);
    event.put("estimatedArrival", times.scheduledInMs() + estimateMs - times.scheduledOutMs());
    event.put("reason", leg.reason());
  }

  private static void writeTakeOff(GenericRecord event, Leg leg) {
    event.put("actualOff", leg.times().offMs());
    event.put("estimatedArrival", leg.times().inMs() / 60_000 * 60_000);
  }

  private static void writeEnRoute(GenericRecord event, Leg leg) {
    event.put("estimatedArrival", leg.times().inMs());
    if (!leg.fromHub()) {
      event.put("gate", leg.places().gate());
      event.put("stand", leg.places().stand());
    }
  }

  private static void writeLanding(GenericRecord event, Leg leg) {
    event.put("actualOn", leg.times().onMs());
    if (!leg.fromHub()) {
      event.put("gate", leg.places().gate());
      event.put("stand", leg.places().stand());
      event.put("belt", leg.places().belt());
    }
  }
}
