package io.windsock.cli.state;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.DurationConverter;
import io.windsock.cli.option.ExitCode;
import io.windsock.cli.show.Table;
import io.windsock.contracts.position.Token;
import io.windsock.platform.http.client.Remote;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares the state of two sites. */
@Command(
    name = "diff",
    description = {
      "Compare the state of two sites: positions, digests, then the keys that differ. Sites that apply"
          + " events meanwhile are compared at a position that both have had.",
      "Exit code 0 if they hold the same, 1 if not, 3 if no common position came within --wait: one of"
          + " the sites is behind."
    },
    footer = {
      "  windsock state diff http://127.0.0.1:8081 http://127.0.0.1:8082",
      "  windsock state diff 127.0.0.1:8080 127.0.0.1:8081 --max 5 --output json",
      "  windsock state diff 127.0.0.1:8081 127.0.0.1:8082 --wait 1m"
    })
final class StateDiffCommand implements Callable<Integer> {
  private static final int VALUE_WIDTH = 32;

  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(index = "0", paramLabel = "SITE", description = "URL of a site.")
  private String first = "";

  @Parameters(index = "1", paramLabel = "SITE", description = "URL of another.")
  private String second = "";

  @Option(
      names = "--max",
      paramLabel = "N",
      defaultValue = "20",
      description = "Show at most this many keys (default: ${DEFAULT-VALUE}).")
  private int max;

  @Option(
      names = "--content",
      description =
          "Compare content alone: leave out versions and counts of events, which differ between the"
              + " forward and the mirror topic.")
  private boolean content;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description =
          "How long to wait for a position that both have had; between the forward and the"
              + " mirror topic, which have none, for a second without events (default: ${DEFAULT-VALUE}).")
  private Duration wait = Duration.ofSeconds(10);

  private record Side(
      String url, String role, String token, List<Long> offsets, long keys, String digest) {}

  /**
   * The result of a comparison.
   *
   * @param common whether the digests belong to one position
   * @param keysCompared whether keys were compared in addition to the digests
   */
  private record Result(
      boolean same,
      boolean common,
      boolean keysCompared,
      List<Side> sites,
      List<KeyDifferences.Difference> differences) {
    int exitCode() {
      if (same) {
        return ExitCode.OK;
      }
      return common ? ExitCode.FAILURE : ExitCode.INCOMPARABLE;
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    Remote a = Sites.at(first);
    Remote b = Sites.at(second);
    CommonPosition.Pair found = new CommonPosition(a, b).find(wait);
    List<Side> sides = List.of(side(a, found.first()), side(b, found.second()));
    boolean listed =
        !found.same()
            && (found.comparable() || content)
            && KeyDifferences.listable(a)
            && KeyDifferences.listable(b);
    List<KeyDifferences.Difference> differences =
        listed ? new KeyDifferences(content).find(a, b, max) : List.of();
    boolean same = found.same() || (content && listed && differences.isEmpty());
    Result result = new Result(same, same || found.comparable(), listed, sides, differences);
    common.output().result(result, () -> text(result));
    return result.exitCode();
  }

  private static Side side(Remote site, CommonPosition.Reading reading)
      throws InterruptedException {
    return new Side(
        site.url(),
        site.ask("/v1/sites").expected().path("role").asText(),
        reading.token().toString(),
        Arrays.stream(reading.token().offsets()).boxed().toList(),
        reading.keys(),
        reading.digest());
  }

  /** Abbreviates long bytes and lists; the JSON output has all of them. */
  private static String shown(String value) {
    return Table.cut(value, VALUE_WIDTH);
  }

  private String text(Result result) {
    Table sites = new Table("SITE", "ROLE", ">KEYS", "DIGEST", "OFFSETS");
    for (Side side : result.sites()) {
      sites.row(side.url(), side.role(), side.keys(), side.digest(), side.offsets());
    }
    StringBuilder text = new StringBuilder(sites.text()).append('\n');
    if (result.same()) {
      return text.append("both hold the same\n").toString();
    }
    text.append(reason(result)).append('\n');
    if (result.differences().isEmpty()) {
      return text.toString();
    }
    Table table = new Table("KEY", "FIELD", "FIRST", "SECOND");
    result
        .differences()
        .forEach(one -> table.row(one.key(), one.field(), shown(one.first()), shown(one.second())));
    return text.append(table.text()).toString();
  }

  private String reason(Result result) {
    if (!result.common()) {
      return noCommonPosition(result.sites().get(0), result.sites().get(1));
    }
    if (!result.keysCompared()) {
      return "the digests differ; the sites have no view 'all' to list their keys by";
    }
    return result.differences().isEmpty()
        ? "the digests differ, and no key does any more: the sites moved on; compare again"
        : "the digests differ";
  }

  private String noCommonPosition(Side a, Side b) {
    String remedy = "; give them longer with --wait, or compare when the feed is at rest";
    if (Token.parse(a.token()).epoch() != Token.parse(b.token()).epoch()) {
      return "the sites follow different topics, and events kept coming for " + waited() + remedy;
    }
    long lead = total(a) - total(b);
    if (lead == 0) {
      return "no common position within " + waited() + remedy;
    }
    return (lead > 0 ? b : a).url()
        + " is behind by "
        + Math.abs(lead)
        + " offsets: no common position within "
        + waited()
        + remedy;
  }

  private String waited() {
    return wait.toMillis() < 1_000 ? wait.toMillis() + " ms" : wait.toSeconds() + " s";
  }

  private static long total(Side side) {
    return side.offsets().stream().mapToLong(Long::longValue).sum();
  }
}
