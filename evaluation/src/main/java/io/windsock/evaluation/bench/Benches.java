package io.windsock.evaluation.bench;

import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.LabPlan;
import io.windsock.evaluation.lab.WarmLab;
import io.windsock.evaluation.load.Httperf;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts benches, and keeps the laboratory of the last one: an experiment that needs the same nodes
 * continues with it, and need not wait until new ones are warm. One thread owns it.
 */
public final class Benches implements AutoCloseable {
  /**
   * By how much the quick form's quotas are larger: JVMs that are not warm would otherwise only
   * compile on a slow machine, until the broker is taken for dead.
   */
  private static final double QUICK_CPUS = 2;

  /** Requests for initial state per second during the warm-up. */
  private static final double WARM_UP_REQUESTS = 100;

  private @Nullable Lab kept;

  /**
   * Returns a bench on the laboratory that was kept, if it has these nodes, or on a new one.
   *
   * @param sizes the sizes of events, in bytes, for which it has sequences
   */
  public Bench start(LabPlan plan, int[] sizes, Scale scale, Notes about)
      throws IOException, InterruptedException {
    LabPlan nodes = scale.quick() ? plan.withMoreCpus(QUICK_CPUS).withQuick(true) : plan;
    Lab lab = warm(nodes, scale, about);
    try {
      lab.limit(nodes);
      Map<Integer, Long> events = new WarmLab(lab).events(sizes, scale.quick(), scale.runSeconds());
      describe(nodes, events, about);
      return new Bench(lab, about, events, this::keep);
    } catch (RuntimeException | InterruptedException e) {
      lab.close();
      throw e;
    }
  }

  /** Returns a warm laboratory with these nodes. */
  private Lab warm(LabPlan nodes, Scale scale, Notes about)
      throws IOException, InterruptedException {
    Lab former = kept;
    kept = null;
    if (former != null && former.hasNodesOf(nodes, scale.withoutEffect())) {
      about.note("The nodes are those of the experiment before, which were warm.");
      return former;
    }
    if (former != null) {
      former.close();
    }
    Httperf.require(); // before the nodes are started for nothing
    Lab lab = Lab.start(nodes, scale.withoutEffect());
    try {
      new WarmLab(lab).warmUp(scale.quick(), WARM_UP_REQUESTS, about::note);
      return lab;
    } catch (RuntimeException | InterruptedException e) {
      lab.close();
      throw e;
    }
  }

  private static void describe(LabPlan plan, Map<Integer, Long> events, Notes about) {
    about.node("central", plan.centralCpus(), "broker, topology, central site");
    for (int i = 1; i <= plan.mirrors(); i++) {
      about.node("mirror-" + i, plan.mirrorCpus(), "mirror site");
    }
    about.setting("keys", Integer.toString(plan.keys()));
    about.setting("partitions", Integer.toString(plan.partitions()));
    events.forEach(
        (bytes, count) ->
            about.setting(
                "events of %,d bytes".formatted(bytes),
                String.format(Locale.ROOT, "%,d a sequence", count)));
  }

  private void keep(Lab lab) {
    kept = lab;
  }

  /** Ends the laboratory that is kept, if any. */
  @Override
  public void close() {
    Lab former = kept;
    kept = null;
    if (former != null) {
      former.close();
    }
  }
}
