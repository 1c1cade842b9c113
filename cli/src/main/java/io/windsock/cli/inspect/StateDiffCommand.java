package io.windsock.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.CommonOptions;
import io.windsock.cli.ExitCode;
import io.windsock.cli.Failure;
import io.windsock.cli.show.Table;
import io.windsock.contracts.position.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares what two sites hold. */
@Command(
    name = "diff",
    description = {
      "Compare the state of two sites: positions, digests, then the keys that differ.",
      "Exit code 0 if they hold the same, 1 if not."
    },
    footer = {
      "",
      "Examples:",
      "  windsock state diff http://127.0.0.1:8081 http://127.0.0.1:8082",
      "  windsock state diff 127.0.0.1:8080 127.0.0.1:8081 --max 5 --output json"
    })
final class StateDiffCommand implements Callable<Integer> {
  /** Says when a state was last touched, not what it is: differs between the two outputs. */
  private static final Set<String> COUNTERS = Set.of("version", "events", "lateEvents");

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
      description = "Show at most so many keys (default: ${DEFAULT-VALUE}).")
  private int max;

  @Option(
      names = "--content",
      description =
          "Compare content alone: leave out versions and counts of events, which differ between the"
              + " forward and the mirror topic.")
  private boolean content;

  private record Side(
      String url, String role, String token, List<Long> offsets, long keys, String digest) {}

  private record Difference(String key, String field, String first, String second) {}

  private record Result(boolean same, List<Side> sites, List<Difference> differences) {}

  @Override
  public Integer call() throws InterruptedException {
    SiteClient a = new SiteClient(first);
    SiteClient b = new SiteClient(second);
    List<Side> sides = List.of(side(a), side(b));
    List<Difference> differences = List.of();
    boolean same = sides.get(0).digest().equals(sides.get(1).digest());
    if (!same) {
      differences = differences(a, b);
      same = content && differences.isEmpty();
    }
    Result result = new Result(same, sides, differences);
    common.output().result(result, () -> text(result));
    return result.same() ? ExitCode.OK : ExitCode.FAILURE;
  }

  private static Side side(SiteClient site) throws InterruptedException {
    JsonNode sites = site.get("/v1/sites");
    JsonNode digest = site.get("/v1/digest");
    String token = digest.path("token").asText();
    return new Side(
        site.url(),
        sites.path("role").asText(),
        token,
        offsets(site, token),
        digest.path("keys").asLong(),
        digest.path("digest").asText());
  }

  private static List<Long> offsets(SiteClient site, String token) {
    try {
      return Arrays.stream(Token.parse(token).offsets()).boxed().toList();
    } catch (IllegalArgumentException e) {
      throw new Failure(site.url() + " answered no token: is it a Windsock site?", e);
    }
  }

  private List<Difference> differences(SiteClient a, SiteClient b) throws InterruptedException {
    Map<String, JsonNode> rowsA = rows(a);
    Map<String, JsonNode> rowsB = rows(b);
    Set<String> keys = new TreeSet<>(rowsA.keySet());
    keys.addAll(rowsB.keySet());
    List<Difference> found = new ArrayList<>();
    Set<String> differing = new HashSet<>();
    for (String key : keys) {
      if (differing.size() >= max) {
        break;
      }
      if (!rowsA.containsKey(key) || !rowsB.containsKey(key)) {
        differing.add(key);
        found.add(new Difference(key, "", there(rowsA, key), there(rowsB, key)));
      } else if (compare(key, state(a, key), state(b, key), found)) {
        differing.add(key);
      }
    }
    return found;
  }

  private static String there(Map<String, JsonNode> rows, String key) {
    return rows.containsKey(key) ? "present" : "absent";
  }

  private static Map<String, JsonNode> rows(SiteClient site) throws InterruptedException {
    Map<String, JsonNode> rows = new TreeMap<>();
    for (JsonNode row : site.get("/v1/views/all").path("rows")) {
      rows.put(row.path("key").asText(), row);
    }
    return rows;
  }

  private static JsonNode state(SiteClient site, String key) throws InterruptedException {
    return site.get("/v1/state/" + SiteClient.encoded(key)).path("state");
  }

  /** Adds a difference for each field; answers whether there was one. */
  private boolean compare(String key, JsonNode a, JsonNode b, List<Difference> found) {
    Set<String> fields = new TreeSet<>();
    names(a, fields);
    names(b, fields);
    boolean any = false;
    for (String field : fields) {
      if (content && COUNTERS.contains(field)) {
        continue;
      }
      if (!a.path(field).equals(b.path(field))) {
        any = true;
        found.add(new Difference(key, field, a.path(field).toString(), b.path(field).toString()));
      }
    }
    return any;
  }

  private static void names(JsonNode node, Set<String> names) {
    for (Iterator<String> i = node.fieldNames(); i.hasNext(); ) {
      names.add(i.next());
    }
  }

  /** Bytes and lists can be long; the JSON has all of them. */
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
    if (result.differences().isEmpty()) {
      return text.append(
              "the digests differ, no key does: the sites moved on meanwhile; ask again\n")
          .toString();
    }
    Table table = new Table("KEY", "FIELD", "FIRST", "SECOND");
    result
        .differences()
        .forEach(one -> table.row(one.key(), one.field(), shown(one.first()), shown(one.second())));
    return text.append(table.text()).toString();
  }
}
