package io.windsock.evaluation;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.ceiling.MeasuredCeilings;
import io.windsock.evaluation.data.Build;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Reason;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Session;
import io.windsock.evaluation.node.MachineFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Experiments that run one after another. The failure of one does not end the others, which take
 * hours; a fault of the machine does. One thread owns it; another one may stop it.
 */
final class Series {
  private final Benches benches;
  private final List<Experiment> sharing;
  private final PrintWriter out;
  private final PrintWriter err;

  /** The classes that run are those of the beginning, whatever is compiled or committed later. */
  private final Build build = Build.current();

  private volatile boolean stopped;

  /**
   * Creates a series.
   *
   * @param benches what experiments may share; closed at the end
   * @param sharing the experiments that do
   * @param out takes the progress
   * @param err takes what failed
   */
  Series(Benches benches, List<Experiment> sharing, PrintWriter out, PrintWriter err) {
    this.benches = benches;
    this.sharing = List.copyOf(sharing);
    this.out = out;
    this.err = err;
  }

  /**
   * Runs experiments and keeps their data in {@code runs}; returns whether all succeeded.
   *
   * @throws MachineFailure if no further one can succeed either
   * @throws Failure if it was stopped
   */
  boolean run(List<Experiment> chosen, Scale scale, MeasuredCeilings ceilings, RunFolder runs)
      throws InterruptedException {
    boolean all = true;
    for (Experiment experiment : chosen) {
      String name = experiment.description().name();
      boolean measured =
          succeeds(
              name,
              () -> {
                if (!sharing.contains(experiment)) {
                  benches.close(); // what it measures should be alone on the machine
                }
                new Session(experiment, scale, ceilings, out, build).run(runs);
              });
      if (!measured) {
        succeeds("the end of its nodes", benches::close); // the next one needs sound ones
      }
      all &= measured;
    }
    return succeeds("the end of the last nodes", benches::close) && all;
  }

  /** Lets the next failure end the series: the program stops, and its nodes are being killed. */
  void stop() {
    stopped = true;
  }

  /** Something that may fail. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private boolean succeeds(String name, Work work) throws InterruptedException {
    try {
      work.run();
      return true;
    } catch (MachineFailure e) {
      throw e;
    } catch (RuntimeException | IOException e) {
      if (stopped) {
        throw new Failure("stopped");
      }
      err.println(name + " failed: " + Reason.of(e));
      err.flush();
      return false;
    }
  }
}
