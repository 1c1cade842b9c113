package io.windsock.testbed.audit;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.Site;
import java.util.List;
import java.util.Map;

/**
 * What is to be looked at: a topology's topics and the sites in this process.
 *
 * @param client configuration for Kafka clients
 * @param partitions of every topic
 * @param rules that the topology follows
 * @param sites the central site first
 */
public record Pipeline(
    Map<String, Object> client,
    Topics topics,
    Catalogue catalogue,
    EdeDefinition ede,
    int partitions,
    RuleSet rules,
    List<Site> sites) {
  /** Takes copies. */
  public Pipeline {
    client = Map.copyOf(client);
    sites = List.copyOf(sites);
  }
}
