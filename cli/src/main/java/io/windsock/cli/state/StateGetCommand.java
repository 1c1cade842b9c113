package io.windsock.cli.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Table;
import io.windsock.platform.http.client.Remote;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the state of one key. */
@Command(
    name = "get",
    description = "Show the state of one key, as a site holds it.",
    footer = {
      "  windsock state get BA590-20260302-MAN",
      "  windsock state get BA590-20260302-MAN --site http://127.0.0.1:8081 --output json"
    })
final class StateGetCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(paramLabel = "KEY", description = "The key, such as a flight leg.")
  private String key = "";

  @Option(
      names = "--site",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8080",
      description = "The site to ask (default: ${DEFAULT-VALUE}).")
  private String site = "";

  @Override
  public Integer call() throws InterruptedException {
    JsonNode state = Sites.at(site).ask("/v1/state/" + Remote.encoded(key)).expected();
    common.output().result(state, () -> table(state).text());
    return ExitCode.OK;
  }

  private static Table table(JsonNode state) {
    Table table = new Table("FIELD", "VALUE");
    for (Map.Entry<String, JsonNode> field : state.path("state").properties()) {
      if (!field.getValue().isNull()) {
        table.row(field.getKey(), text(field.getValue()));
      }
    }
    return table;
  }

  private static String text(JsonNode value) {
    return value.isValueNode() ? value.asText() : value.toString();
  }
}
