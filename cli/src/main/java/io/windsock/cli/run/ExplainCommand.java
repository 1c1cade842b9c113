package io.windsock.cli.run;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.NamedDomain;
import io.windsock.cli.option.TopologyOptions;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Describes what a configuration does, without running it. */
@Command(
    name = "explain",
    description = "Explain the topology, its rules and the views as text; needs no broker.",
    footer = {
      "  windsock explain",
      "  windsock explain --rules my-rules.yaml",
      "  windsock explain --domain tide-gauges"
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final String HINT =
      """

      This is what the topology is started with. The parameters of a controller, the demo's too,
      replace rules and marker interval: 'windsock params show' prints those in force.
      """;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private NamedDomain domain = new NamedDomain();
  @Mixin private TopologyOptions topology = new TopologyOptions();

  private record View(String name, String parameter, List<String> columns) {
    String line() {
      String by = parameter.isEmpty() ? "" : " by " + parameter;
      return "  " + name + by + ": " + String.join(", ", columns) + "\n";
    }
  }

  private record Explained(String domain, String topology, List<String> rules, List<View> views) {}

  @Override
  public Integer call() {
    TopologyConfig config =
        topology
            .config(domain, domain.catalogue())
            .bootstrapServers(cluster.bootstrapServers())
            .topics(cluster.topics())
            .build();
    String text = TopologyApp.describe(config);
    List<View> views =
        domain.ede(domain.catalogue()).views().stream().map(ExplainCommand::view).toList();
    common
        .output()
        .result(
            new Explained(config.catalogue().domain(), text, config.rules().set().names(), views),
            () -> text + "\nViews that sites serve:\n" + lines(views) + HINT);
    return ExitCode.OK;
  }

  private static View view(ViewDefinition view) {
    String parameter = view.parameter();
    return new View(view.name(), parameter == null ? "" : parameter, view.columns());
  }

  private static String lines(List<View> views) {
    StringBuilder text = new StringBuilder();
    views.forEach(view -> text.append(view.line()));
    return text.toString();
  }
}
