package io.windsock.evaluation.ceiling;

import io.windsock.evaluation.gateway.load.CallsProcess;
import io.windsock.evaluation.load.Displays;
import io.windsock.evaluation.load.Feed;
import io.windsock.evaluation.load.Followers;
import io.windsock.evaluation.load.Httperf;
import io.windsock.evaluation.load.RegularClient;
import java.io.IOException;

/** The load generators, each with the way to measure its ceiling. */
public enum Generator {
  /** {@link Feed}; counted in events. */
  FEED("feed, events", "an idle broker") {
    @Override
    double measure(int bytes, int seconds) throws IOException {
      return Ceilings.feed(bytes, seconds);
    }
  },
  /** {@link RegularClient}; counted in updates. */
  CLIENT("regular client, updates", "a server of prepared updates") {
    @Override
    double measure(int bytes, int seconds) throws InterruptedException {
      return Ceilings.updates(bytes, seconds);
    }
  },
  /** {@link Followers}; counted in bytes, as they don't look for updates in what they read. */
  FOLLOWERS("further regular clients, bytes in updates", "a server of prepared updates") {
    @Override
    double measure(int bytes, int seconds) throws InterruptedException {
      return Ceilings.followed(bytes, seconds);
    }
  },
  /** {@link Displays}; counted in updates at all of them. */
  DISPLAYS("displays, updates", "a server of prepared updates") {
    @Override
    double measure(int bytes, int seconds) throws InterruptedException {
      return Ceilings.displayed(bytes, seconds);
    }
  },
  /** {@link Httperf} with one request a connection; counted in requests. */
  HTTPERF("httperf, requests", "a bare server of the same bytes") {
    @Override
    double measure(int bytes, int seconds) throws IOException, InterruptedException {
      return Ceilings.requests(bytes, seconds, 1);
    }
  },
  /** {@link CallsProcess} over links; its static servers answer with bytes of their own number. */
  CALLS("calls over links", "two static servers") {
    @Override
    double measure(int bytes, int seconds) {
      return CallsProcess.ceiling(false);
    }
  },
  /** {@link CallsProcess} over HTTP, in the same way. */
  HTTP_CALLS("calls over HTTP", "a static server") {
    @Override
    double measure(int bytes, int seconds) {
      return CallsProcess.ceiling(true);
    }
  };

  private final String text;
  private final String against;

  Generator(String text, String against) {
    this.text = text;
    this.against = against;
  }

  /** Returns the generator's name and what it counts. */
  public String text() {
    return text;
  }

  /** Returns what answers while its ceiling is measured. */
  public String against() {
    return against;
  }

  /**
   * Measures the ceiling.
   *
   * @param bytes of an event, an update's text or a response
   * @return the most per second that the generator achieves on this machine without a node's quota
   */
  abstract double measure(int bytes, int seconds) throws IOException, InterruptedException;
}
