package io.windsock.evaluation.bench;

import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.load.Positions;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The rate of events that the central node sustains with simple mirroring: that of a sequence that
 * is sent at once, so that batches are as large as they get. The more events wait, the larger are
 * batches and the cheaper is an event, so a rate at which few wait says little about what the node
 * can do. It changes within minutes, at least on a shared machine, so it can be measured again. One
 * thread owns it.
 */
public final class FullLoad {
  /** The rate of events of a run, as a measure: events per second. */
  public static final String EVENTS = "eventsPerSecond";

  /** How long requests are scheduled beside a sequence; they are stopped when it ends. */
  private static final double LONGEST_SECONDS = 60;

  private final Lab lab;
  private final int mirrors;
  private final Positions positions;
  private final double seconds;
  private final Notes about;
  private final RecentMedian measured = new RecentMedian();
  private final StringJoiner all = new StringJoiner("; ");

  /**
   * Creates it.
   *
   * @param seconds about how long a sequence takes
   */
  FullLoad(Lab lab, int mirrors, Positions positions, double seconds, Notes about) {
    this.lab = lab;
    this.mirrors = mirrors;
    this.positions = positions;
    this.seconds = seconds;
    this.about = about;
  }

  /**
   * Measures it for the first time.
   *
   * @param expected about how many events per second it is
   * @param times how many measurements are made
   */
  void find(double expected, int times) throws InterruptedException {
    measure(expected);
    for (int i = 1; i < times; i++) {
      findAgain();
    }
  }

  /** Measures it once more; simple mirroring is then in force. */
  public void findAgain() throws InterruptedException {
    measure(perSecond());
  }

  private void measure(double expected) throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    double perSecond = lab.sustained(positions, events(expected), Requests.NONE);
    measured.add(perSecond);
    all.add(String.format(Locale.ROOT, "%,.0f", perSecond));
    about.setting(
        "events that simple mirroring sustains", all + " a second, in the order of measurement");
  }

  /**
   * Measures how many events per second are sustained beside requests.
   *
   * @param requestsPerSecond at each site
   */
  public double beside(double requestsPerSecond) throws InterruptedException {
    double atAll = requestsPerSecond * lab.sites().size();
    Requests requests = Requests.during(LONGEST_SECONDS, atAll);
    return lab.sustained(positions, events(perSecond()), requests);
  }

  private long events(double eventsPerSecond) {
    return Math.max(1, Math.round(eventsPerSecond * seconds));
  }

  /** Returns the median of the last measurements, in events per second. */
  public double perSecond() {
    return measured.value();
  }
}
