package io.windsock.cli.doctor;

import io.windsock.cli.option.ApplicationOption;
import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.NamedDomain;
import io.windsock.cli.option.PortConverter;
import io.windsock.cli.show.Table;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.topology.guard.Application;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks what Windsock needs. */
@Command(
    name = "doctor",
    description = {
      "Check the machine, the cluster, its topics, a topology, the sites and the gateways; each fault"
          + " with a remedy.",
      "Exit code 0 if nothing is wrong, 1 otherwise; warnings do not count."
    },
    footer = {
      "  windsock doctor                                  this machine, and a broker if there is one",
      "  windsock doctor -b kafka:9092 --site http://site1:8080 --site http://site2:8080"
    })
public final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private NamedDomain domain = new NamedDomain();
  @Mixin private ApplicationOption application = new ApplicationOption();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where data will be kept (default: the current folder).")
  private Path data = Path.of(".");

  @Option(
      names = "--port",
      paramLabel = "N",
      converter = PortConverter.class,
      description = "A port that must be free; may be repeated (default: 8080, the board's).")
  private List<Integer> ports = new ArrayList<>();

  @Option(names = "--site", paramLabel = "URL", description = "A site to check; may be repeated.")
  private List<String> sites = new ArrayList<>();

  @Option(
      names = "--gateway",
      paramLabel = "URL",
      description = "A gateway to check; may be repeated.")
  private List<String> gateways = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    List<Check> checks = new ArrayList<>();
    MachineChecks machine = new MachineChecks(data, ports.isEmpty() ? List.of(8080) : ports);
    checks.addAll(machine.all());
    Catalogue catalogue = domain.catalogue();
    Application pipeline =
        new Application(application.id(cluster.topics()), cluster.topics(), catalogue);
    checks.addAll(new ClusterChecks(cluster, catalogue, pipeline, isClusterNamed()).all());
    for (String site : sites) {
      checks.addAll(SiteChecks.of(site));
    }
    for (String gateway : gateways) {
      checks.add(GatewayChecks.of(gateway));
    }
    common.output().result(checks, () -> table(checks).text());
    boolean wrong = checks.stream().anyMatch(check -> check.verdict() == Check.Verdict.FAULT);
    return wrong ? ExitCode.FAILURE : ExitCode.OK;
  }

  /** Returns whether an argument, the environment or a file names the cluster. */
  private boolean isClusterNamed() throws Exception {
    CommandLine command = spec.commandLine();
    OptionSpec option = spec.findOption(ClusterOptions.BOOTSTRAP_OPTION);
    IDefaultValueProvider settings = command.getDefaultValueProvider();
    return command.getParseResult().hasMatchedOption(option)
        || (settings != null && settings.defaultValue(option) != null);
  }

  private static Table table(List<Check> checks) {
    Table table = new Table("CHECK", "VERDICT", "FOUND", "REMEDY");
    for (Check check : checks) {
      table.row(check.name(), check.verdict().text(), check.found(), check.remedy());
    }
    return table;
  }
}
