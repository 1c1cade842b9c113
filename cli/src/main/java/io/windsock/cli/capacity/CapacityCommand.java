package io.windsock.cli.capacity;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.evaluation.capacity.CapacityModel;
import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.capacity.Demand;
import io.windsock.evaluation.capacity.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Plans the machines for a load. */
@Command(
    name = "capacity",
    description = {
      "Plan how many machines of each role a load needs, and say what saturates first.",
      "Exit code 1 if no number of machines can carry it."
    },
    footer = {
      "  windsock capacity --events 5000 --keys 1e5 --displays 10_000",
      "  windsock capacity --events 5000 --keys 1e5 --displays 10_000 --calls 20_000",
      "  windsock capacity --events 50_000 --keys 1e6 --displays 1e6 --processors 8 --output json",
      "  windsock capacity --events 5000 --keys 1e5 --displays 1e5 --coefficients mine.json"
    })
public final class CapacityCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private LoadOptions load = new LoadOptions();
  @Mixin private MachineOptions machine = new MachineOptions();

  @Option(
      names = "--coefficients",
      paramLabel = "FILE",
      description =
          "Costs that 'windsock experiment fit' printed on your machine (default: this build's).")
  private @Nullable Path coefficients;

  @Override
  public Integer call() throws IOException {
    Demand demand = new Demand(load.load(), machine.machine());
    Coefficients costs =
        coefficients == null ? Coefficients.builtIn() : Coefficients.read(coefficients);
    Plan plan = new CapacityModel(costs).plan(demand);
    PlanResult result = PlanResult.of(demand, plan);
    common.output().result(result, result::text);
    return plan.fits() ? ExitCode.OK : ExitCode.FAILURE;
  }
}
