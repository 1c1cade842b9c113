package io.windsock.site.status;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;

/**
 * The domain of a site's events.
 *
 * @param catalogue the event types
 * @param ede the effect of events on state, and the views
 */
public record SiteDomain(Catalogue catalogue, EdeDefinition ede) {
  /** The domain of this name on the class path. */
  public static SiteDomain builtIn(String name) {
    Catalogue catalogue = Catalogue.builtIn(name);
    return new SiteDomain(catalogue, EdeDefinition.builtIn(catalogue));
  }
}
