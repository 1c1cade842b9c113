package io.windsock.cli.feed;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.NamedDomain;
import io.windsock.cli.show.Table;
import io.windsock.feeds.recorded.Feeds;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the built-in mappings. */
@Command(
    name = "mappings",
    description = "List the mappings that ship with Windsock: what --mapping can name.",
    footer = "  windsock feed mappings")
final class FeedMappingsCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private NamedDomain domain = new NamedDomain();

  private record Row(String name, String description) {}

  @Override
  public Integer call() {
    List<Row> rows =
        Feeds.shippedMappings(domain.catalogue()).stream()
            .map(mapping -> new Row(mapping.name(), mapping.description()))
            .toList();
    common
        .output()
        .result(
            rows,
            () -> {
              Table table = new Table("MAPPING", "READS");
              rows.forEach(row -> table.row(row.name(), row.description()));
              return table.text();
            });
    return ExitCode.OK;
  }
}
