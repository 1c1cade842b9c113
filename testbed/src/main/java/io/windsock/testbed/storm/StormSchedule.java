package io.windsock.testbed.storm;

/**
 * The times at which requests are sent, regardless of the outcome of earlier ones: a storm is open
 * loop. Immutable.
 */
abstract class StormSchedule {
  private static final double NS_PER_SECOND = 1e9;

  /** Returns the number of requests. */
  abstract long requests();

  /** Returns when to send a request, ns after the start; never decreases from one to the next. */
  abstract long intendedNs(long request);

  static StormSchedule of(StormOptions options) {
    double seconds = options.duration().toNanos() / NS_PER_SECOND;
    return switch (options.pattern()) {
      case burst -> new Burst(options.clients(), options.ramp().toNanos());
      case sine -> new Sine(options.rate(), seconds);
      case steps -> new Steps(options.rate(), seconds);
    };
  }

  private static final class Burst extends StormSchedule {
    private final long clients;
    private final long rampNs;

    Burst(long clients, long rampNs) {
      this.clients = clients;
      this.rampNs = rampNs;
    }

    @Override
    long requests() {
      return clients;
    }

    @Override
    long intendedNs(long request) {
      return (long) ((double) rampNs * request / clients);
    }
  }

  /** A pattern defined by the cumulative number of requests due. */
  private abstract static class Waves extends StormSchedule {
    private static final int BISECTIONS = 60;

    private final double seconds;

    Waves(double seconds) {
      this.seconds = seconds;
    }

    /** Returns the requests due in the first {@code second} seconds; never decreases. */
    abstract double due(double second);

    @Override
    long requests() {
      return Math.round(due(seconds));
    }

    @Override
    long intendedNs(long request) {
      double low = 0;
      double high = seconds;
      for (int i = 0; i < BISECTIONS; i++) {
        double middle = (low + high) / 2;
        if (due(middle) < request) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return (long) (high * NS_PER_SECOND);
    }
  }

  /** Rate × (1 − cos): from zero to double and back, twice. */
  private static final class Sine extends Waves {
    private static final int PERIODS = 2;

    private final double rate;
    private final double turnsPerSecond;

    Sine(double rate, double seconds) {
      super(seconds);
      this.rate = rate;
      turnsPerSecond = seconds == 0 ? 0 : 2 * Math.PI * PERIODS / seconds;
    }

    @Override
    double due(double second) {
      return turnsPerSecond == 0
          ? 0
          : rate * (second - Math.sin(turnsPerSecond * second) / turnsPerSecond);
    }
  }

  private static final class Steps extends Waves {
    private static final double[] SHARES = {1 / 3.0, 2 / 3.0, 1, 2 / 3.0, 1 / 3.0};

    private final double rate;
    private final double stepSeconds;

    Steps(double rate, double seconds) {
      super(seconds);
      this.rate = rate;
      stepSeconds = seconds / SHARES.length;
    }

    @Override
    double due(double second) {
      double due = 0;
      for (int i = 0; i < SHARES.length; i++) {
        double within = Math.max(0, Math.min(stepSeconds, second - i * stepSeconds));
        due += SHARES[i] * rate * within;
      }
      return due;
    }
  }
}
