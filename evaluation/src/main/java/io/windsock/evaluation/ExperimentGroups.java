package io.windsock.evaluation;

import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Experiments;
import io.windsock.evaluation.gateway.GatewayExperiments;
import io.windsock.evaluation.link.LinkExperiments;
import io.windsock.evaluation.mirroring.Changes;
import io.windsock.evaluation.mirroring.Figure4;
import io.windsock.evaluation.mirroring.Figure5;
import io.windsock.evaluation.mirroring.Figure6;
import io.windsock.evaluation.mirroring.Figure7;
import io.windsock.evaluation.mirroring.Figure8;
import io.windsock.evaluation.mirroring.Figure9;
import io.windsock.evaluation.scale.ScaleExperiments;
import io.windsock.evaluation.serving.Clients;
import io.windsock.evaluation.serving.Storms;
import io.windsock.evaluation.serving.TradeOff;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists the experiments, by group. */
final class ExperimentGroups {
  /** The group whose experiments share laboratories. */
  static final String MIRRORING = "mirroring";

  static final String GATEWAYS = "gateways";

  /**
   * Those of other papers, which take hours more, and three that no paper has: {@code all} should
   * end within three hours.
   */
  private static final Set<String> NAMED_ONLY =
      Set.of(GATEWAYS, "link", "changes", "clients", ScaleExperiments.MANY_KEYS);

  private ExperimentGroups() {}

  /**
   * Returns all experiments.
   *
   * @param benches what those of the group {@link #MIRRORING} share
   */
  static Experiments all(Benches benches) {
    Map<String, List<Experiment>> groups = new LinkedHashMap<>();
    groups.put(MIRRORING, mirroring(benches));
    groups.put(GATEWAYS, GatewayExperiments.all());
    groups.put("scale", ScaleExperiments.all());
    groups.put("link", LinkExperiments.all());
    return new Experiments(groups, NAMED_ONLY);
  }

  private static List<Experiment> mirroring(Benches benches) {
    return List.of(
        new Figure4(benches),
        new Figure5(benches),
        new Figure6(benches),
        Figure7.standard(benches),
        Figure7.scaled(benches),
        new Figure8(benches),
        new Figure9(benches),
        new Changes(benches),
        new Clients(benches),
        new TradeOff(benches),
        new Storms(benches));
  }
}
