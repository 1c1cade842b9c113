/**
 * What a site tells about itself to Prometheus: every metric by name, unit and meaning in {@link
 * io.windsock.site.metrics.Metric}, and nowhere else.
 */
@NullMarked
package io.windsock.site.metrics;

import org.jspecify.annotations.NullMarked;
