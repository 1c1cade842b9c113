package io.windsock.evaluation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.evaluation.mirror.MirrorBench;
import io.windsock.evaluation.topology.TopologyBench;
import io.windsock.evaluation.views.ViewsBench;
import java.util.concurrent.Callable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchOptionsTest {
  private static void shouldRefuse(Callable<Integer> bench, String options, String fault) {
    new CommandLine(bench).parseArgs(options.split(" "));

    assertThatThrownBy(bench::call).isInstanceOf(ConfigurationException.class).hasMessage(fault);
  }

  @ParameterizedTest
  @CsvSource({
    "--rounds 0, topology.rounds: is 0; it must be 1 to 100",
    "--records 0 --warm-up 0, topology.records: is 0; it must be 1 to 1000000000",
    "--records 5 --warm-up 5, topology.warm-up: is 5; it must be 0 to 4",
    "--warm-up -1, topology.warm-up: is -1; it must be 0 to 2999999",
    "--flights 0, topology.flights: is 0; it must be 1 to 10000000",
    "--partitions 0, topology.partitions: is 0; it must be 1 to 100",
    "--commit-ms 0, topology.commit-ms: is 0; it must be 1 to 60000",
    "--rules all, 'topology.rules: is ''all''; it must be one of [standard, first10, none]'",
  })
  void shouldNameTheRangesOfTopology(String options, String fault) {
    shouldRefuse(new TopologyBench(), options, fault);
  }

  @ParameterizedTest
  @CsvSource({
    "--rounds -1, mirror.rounds: is -1; it must be 0 to 100",
    "--events 0, mirror.events: is 0; it must be 5000 to 1000000000",
    "--flights 0, mirror.flights: is 0; it must be 1 to 10000000",
    "--many -1, mirror.many: is -1; it must be 0 to 10000000",
    "--many-heap 512m, mirror.many-heap: is '512m'; it must be as -Xmx512m",
    "--partitions 0, mirror.partitions: is 0; it must be 1 to 100",
    "--memory-mib 0, mirror.memory-mib: is 0; it must be 1 to 65536",
  })
  void shouldNameTheRangesOfMirror(String options, String fault) {
    shouldRefuse(new MirrorBench(), options, fault);
  }

  @ParameterizedTest
  @CsvSource({
    "--rounds 0, views.rounds: is 0; it must be 1 to 100",
    "--seconds 0, views.seconds: is 0; it must be 1 to 600",
    "--warm-up 0, views.warm-up: is 0; it must be 1 to 600",
    "--connections 0, views.connections: is 0; it must be 1 to 10000",
    "--rows 0, views.rows: is 0; it must be 1 to 100000",
    "--header Accept, views.header: is 'Accept'; it must be NAME: VALUE",
  })
  void shouldNameTheRangesOfViews(String options, String fault) {
    shouldRefuse(new ViewsBench(), options, fault);
  }
}
