package io.windsock.control.policy;

import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A model of the pipeline: sites of a finite capacity that apply and send mirror events and answer
 * requests, first come first served. A higher level mirrors fewer events and withholds them longer.
 * A level takes effect two samples after it was set, and the events that wait keep their cost.
 */
final class Plant {
  static final long SAMPLE_MS = 500;
  private static final int ACTUATION_SAMPLES = 2;

  /** What a plant is made of; drawn at random. */
  record Make(
      int sites,
      double floorMs,
      double serviceMs,
      double eventLoad,
      double requestLoad,
      double thinning,
      double withheldMs,
      double withholding,
      double noise,
      double eventsPerSecond) {

    static Make random(Random random, double goalMs) {
      return new Make(
          1 + random.nextInt(3),
          goalMs * between(random, 0.05, 0.5),
          goalMs * between(random, 0.02, 0.25),
          between(random, 0.3, 0.7),
          between(random, 0.05, 0.2),
          between(random, 1.5, 4),
          goalMs * between(random, 0.5, 20),
          between(random, 1.5, 4),
          between(random, 0.02, 0.12),
          between(random, 500, 5_000));
    }

    private static double between(Random random, double least, double most) {
      return least + random.nextDouble() * (most - least);
    }

    /** Share of a site's capacity asked for, with that many times the base load of requests. */
    double utilisation(double level, double events, double requests) {
      return eventLoad * events * Math.pow(thinning, -level) + requestLoad * requests;
    }

    /** Update delay that settles, ms; infinite under overload. */
    double settledDelayMs(double level, double requests) {
      double used = utilisation(level, 1, requests);
      return used >= 1 ? Double.POSITIVE_INFINITY : floorMs + serviceMs * used / (1 - used);
    }

    /** What the rules withhold at that level, ms. */
    double withheldMs(double level) {
      return withheldMs * Math.pow(withholding, level);
    }
  }

  private final Make make;
  private final Random noise;
  private final double[] waiting;
  private final double[] share;
  private final double[] inForce = new double[ACTUATION_SAMPLES];
  private double used;
  private double delayMs;

  Plant(Make make, Random noise) {
    this.make = make;
    this.noise = noise;
    waiting = new double[make.sites];
    share = new double[make.sites];
    for (int i = 0; i < make.sites; i++) {
      share[i] = i == 0 ? 1 : 0.6 + 0.4 * noise.nextDouble();
    }
  }

  /** One sample's time, under that level and load. */
  void step(double level, double requests) {
    double effective = inForce[0];
    System.arraycopy(inForce, 1, inForce, 0, ACTUATION_SAMPLES - 1);
    inForce[ACTUATION_SAMPLES - 1] = level;
    used = effective;
    delayMs = 0;
    for (int i = 0; i < make.sites; i++) {
      waiting[i] = wait(waiting[i], make.utilisation(effective, 1, requests * share[i]));
      delayMs = Math.max(delayMs, delay(i));
    }
  }

  /**
   * The queue's length in service times, a sample later: x' = u − x/(1+x), which settles at u/(1−u)
   * and grows by u − 1 under overload. Solved for the end of the step, so stable at any length.
   */
  private double wait(double before, double load) {
    double services = SAMPLE_MS / make.serviceMs;
    double most = before + services * load;
    double half = (most - 1 - services) / 2;
    return half + Math.sqrt(half * half + most);
  }

  private double delay(int site) {
    return make.floorMs + make.serviceMs * waiting[site];
  }

  /** The worst site's update delay, without the noise of measuring. */
  double delayMs() {
    return delayMs;
  }

  double withheldMs() {
    return make.withheldMs(used);
  }

  Observation observe(long atMs) {
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < make.sites; i++) {
      String site = "mirror-" + (i + 1);
      double delay = delay(i) * noisy();
      double waitingMs = make.serviceMs * waiting[i];
      double rate = make.eventsPerSecond * Math.pow(make.thinning, -used) / 1000;
      readings.add(new Reading(site, MonitoredValue.UPDATE_DELAY, delay));
      readings.add(new Reading(site, MonitoredValue.READY, Math.rint(waitingMs * rate)));
      readings.add(new Reading(site, MonitoredValue.PENDING, Math.rint(waitingMs * rate / 10)));
      readings.add(
          new Reading(site, MonitoredValue.STALENESS_MS, make.withheldMs(used) * noisy() + delay));
    }
    return new Observation(atMs, readings);
  }

  private double noisy() {
    return Math.exp(make.noise * noise.nextGaussian());
  }
}
