/**
 * What the roles report about themselves. {@link io.windsock.platform.telemetry.Metric} is the only
 * list of the metrics for Prometheus, with name, unit and meaning. {@link
 * io.windsock.platform.telemetry.SamplePublisher} writes samples to the monitor topic; {@link
 * io.windsock.platform.telemetry.Members} derives from them which members are alive.
 */
@NullMarked
package io.windsock.platform.telemetry;

import org.jspecify.annotations.NullMarked;
