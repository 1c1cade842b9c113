package io.windsock.feeds.generate;

/** What a status event of a leg tells. In the order in which a leg passes them. */
enum Milestone {
  PUBLISHED("SCHEDULED"),
  GATE_KNOWN("SCHEDULED"),
  DELAYED("DELAYED"),
  DELAYED_AGAIN("DELAYED"),
  CANCELLED("CANCELLED"),
  BOARDING("BOARDING"),
  OUT("OUT"),
  OFF("OFF"),
  EN_ROUTE("OFF"),
  DIVERTED("DIVERTED"),
  LANDED("LANDED"),
  AT_RUNWAY("AT_RUNWAY"),
  TAXIING("TAXIING"),
  AT_GATE("AT_GATE");

  private final String status;

  Milestone(String status) {
    this.status = status;
  }

  /** Symbol of FlightStatusCode. */
  String status() {
    return status;
  }
}
