package io.windsock.site.status;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;

/**
 * What a site's events mean.
 *
 * @param catalogue the event types
 * @param ede what they do to state, and the views of it
 */
public record SiteDomain(Catalogue catalogue, EdeDefinition ede) {}
