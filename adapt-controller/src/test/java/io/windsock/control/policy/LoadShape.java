package io.windsock.control.policy;

import java.util.Random;

/** How the load of requests goes over a run of three phases; 1 is the base load. */
enum LoadShape {
  STEP {
    @Override
    double at(int sample, int phase, double peak) {
      return sample >= phase && sample < 2 * phase ? peak : 1;
    }
  },
  RAMP {
    @Override
    double at(int sample, int phase, double peak) {
      double half = phase / 2.0;
      double up = (sample - half) / half;
      double down = (2.5 * phase - sample) / half;
      return 1 + (peak - 1) * Math.max(0, Math.min(1, Math.min(up, down)));
    }
  },
  SAW_TOOTH {
    @Override
    double at(int sample, int phase, double peak) {
      return sample >= 2 * phase ? 1 : 1 + (peak - 1) * (sample % phase) / phase;
    }
  },
  NOISY {
    @Override
    double at(int sample, int phase, double peak) {
      return sample >= 2 * phase ? 1 : peak;
    }
  };

  /** A burst begins in one of so many samples, on average. */
  private static final int SAMPLES_PER_BURST = 40;

  private static final int LONGEST_BURST = 6;

  abstract double at(int sample, int phase, double peak);

  /** The first sample of those in which the policy must have settled. */
  int settledFrom(int phase) {
    return this == SAW_TOOTH || this == NOISY ? phase / 2 : phase + phase / 2;
  }

  /** The load of requests, sample by sample. */
  double[] samples(Random random, int phase, double peak) {
    double[] load = new double[3 * phase];
    for (int i = 0; i < load.length; i++) {
      load[i] = at(i, phase, peak);
    }
    return this == NOISY ? noisy(load, random) : load;
  }

  /** With correlated noise of 12 %, and bursts of up to 3 s that more than double the load. */
  private static double[] noisy(double[] load, Random random) {
    double drift = 0;
    double height = 1;
    int left = 0;
    for (int i = 0; i < load.length; i++) {
      drift = 0.8 * drift + 0.6 * random.nextGaussian();
      if (left == 0 && random.nextInt(SAMPLES_PER_BURST) == 0) {
        left = 1 + random.nextInt(LONGEST_BURST);
        height = 1.3 + random.nextDouble();
      }
      load[i] = Math.max(0, load[i] * (1 + 0.12 * drift) * (left > 0 ? height : 1));
      left = Math.max(0, left - 1);
    }
    return load;
  }
}
