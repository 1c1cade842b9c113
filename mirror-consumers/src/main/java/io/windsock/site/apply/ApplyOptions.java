package io.windsock.site.apply;

import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.util.Map;

/**
 * Options of an apply loop.
 *
 * @param name the site's name
 * @param role the site's role
 * @param domain the domain of its events
 * @param kafka the Kafka client's properties, including bootstrap servers and group
 * @param following how it follows the log
 */
public record ApplyOptions(
    String name, SiteRole role, SiteDomain domain, Map<String, Object> kafka, Following following) {

  /** Copies the properties. */
  public ApplyOptions {
    kafka = Map.copyOf(kafka);
  }
}
