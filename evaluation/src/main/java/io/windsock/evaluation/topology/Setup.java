package io.windsock.evaluation.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.rules.config.RuleSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The benchmark's settings for a child process, as {@code name=value} arguments. Immutable.
 *
 * @param bootstrapServers the broker
 * @param prefix the prefix of the topics' names
 * @param group the consumer group, which identifies the run
 * @param folder for a program's files
 * @param partitions number of partitions of every topic
 * @param commitMs time between commits
 * @param rulesName {@code standard}, {@code first10} or {@code none}
 * @param profile the volume the topology wrote per source record; the copy writes the same
 * @param properties further Kafka properties
 */
record Setup(
    String bootstrapServers,
    String prefix,
    String group,
    String folder,
    int partitions,
    long commitMs,
    String rulesName,
    Volume profile,
    Map<String, String> properties) {
  /** Names of rules. */
  static final List<String> RULES = List.of("standard", "first10", "none");

  private static final String PROPERTY = "kafka.";

  private static final String FIRST_OF_TEN =
      """
      rules:
        - {name: first-of-ten, rule: overwrite, type: FlightPosition, mode: first, length: 10, maxHold: 2s}
      """;

  List<String> args() {
    List<String> args = new ArrayList<>();
    args.add("bootstrapServers=" + bootstrapServers);
    args.add("prefix=" + prefix);
    args.add("group=" + group);
    args.add("folder=" + folder);
    args.add("partitions=" + partitions);
    args.add("commitMs=" + commitMs);
    args.add("rules=" + rulesName);
    args.add("profile=" + profile);
    properties.forEach((name, value) -> args.add(PROPERTY + name + "=" + value));
    return args;
  }

  static Setup parse(String[] args) {
    Map<String, String> all = new HashMap<>();
    Map<String, String> properties = new HashMap<>();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      String name = arg.substring(0, equals);
      String value = arg.substring(equals + 1);
      if (name.startsWith(PROPERTY)) {
        properties.put(name.substring(PROPERTY.length()), value);
      } else {
        all.put(name, value);
      }
    }
    return new Setup(
        all.getOrDefault("bootstrapServers", ""),
        all.getOrDefault("prefix", ""),
        all.getOrDefault("group", ""),
        all.getOrDefault("folder", ""),
        Integer.parseInt(all.getOrDefault("partitions", "1")),
        Long.parseLong(all.getOrDefault("commitMs", "100")),
        all.getOrDefault("rules", "standard"),
        Volume.parse(all.getOrDefault("profile", "")),
        Map.copyOf(properties));
  }

  /** Returns the changelog's name, as Streams forms it. */
  String changelog() {
    return group + "-status-table-changelog";
  }

  RuleSet rules(Catalogue catalogue) {
    return switch (rulesName) {
      case "standard" -> RuleSet.standard(catalogue);
      case "first10" -> RuleSet.parse(FIRST_OF_TEN, "bench rules", catalogue);
      case "none" -> RuleSet.mirrorEverything(catalogue);
      default -> throw new IllegalArgumentException("rules '" + rulesName + "'");
    };
  }
}
