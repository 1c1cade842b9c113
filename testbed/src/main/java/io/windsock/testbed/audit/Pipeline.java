package io.windsock.testbed.audit;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.Site;
import java.util.List;
import java.util.Map;

/**
 * The pipeline to examine: a topology's topics and the sites in this process.
 *
 * @param client configuration for Kafka clients
 * @param partitions number of partitions of every topic
 * @param rules the topology's rules
 * @param sites the sites, the central one first
 */
public record Pipeline(
    Map<String, Object> client,
    Topics topics,
    Catalogue catalogue,
    EdeDefinition ede,
    int partitions,
    RuleSet rules,
    List<Site> sites) {
  /** Copies the collections. */
  public Pipeline {
    client = Map.copyOf(client);
    sites = List.copyOf(sites);
  }
}
