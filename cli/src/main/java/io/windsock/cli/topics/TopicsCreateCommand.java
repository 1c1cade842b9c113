package io.windsock.cli.topics;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.NamedDomain;
import io.windsock.topology.TopicSetup;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates the topics, or checks those that exist. */
@Command(
    name = "create",
    description = "Create Windsock's topics as they must be; check those that exist.",
    footer = {
      "  windsock topics create",
      "  windsock topics create --partitions 8 --replication 3 -b kafka:9092"
    })
final class TopicsCreateCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private NamedDomain domain = new NamedDomain();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "1",
      description = "Replicas of each partition (default: ${DEFAULT-VALUE}).")
  private int replication;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> names = TopicNames.of(cluster.topics(), domain.catalogue());
    try (Admin admin = cluster.admin()) {
      TopicSetup.ensure(admin, cluster.topics(), domain.catalogue(), partitions, replication);
    }
    common.output().result(names, () -> names.size() + " topics are as they must be\n");
    return ExitCode.OK;
  }
}
