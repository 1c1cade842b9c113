package io.windsock.site.status;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;

/**
 * What a site's events mean.
 *
 * @param catalogue the event types
 * @param ede what they do to state, and the views of it
 */
public record SiteDomain(Catalogue catalogue, EdeDefinition ede) {
  /** The domain of this name on the class path. */
  public static SiteDomain builtIn(String name) {
    Catalogue catalogue = Catalogue.builtIn(name);
    return new SiteDomain(catalogue, EdeDefinition.builtIn(catalogue));
  }
}
