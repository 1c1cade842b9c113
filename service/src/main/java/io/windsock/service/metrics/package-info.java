/**
 * What the roles tell about themselves to Prometheus: every metric by name, unit and meaning in
 * {@link io.windsock.service.metrics.Metric}, and nowhere else.
 */
@NullMarked
package io.windsock.service.metrics;

import org.jspecify.annotations.NullMarked;
