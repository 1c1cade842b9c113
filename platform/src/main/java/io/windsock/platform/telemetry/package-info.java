/**
 * What the roles tell about themselves. To Prometheus: every metric by name, unit and meaning in
 * {@link io.windsock.platform.telemetry.Metric}, and nowhere else. To the monitor topic: samples,
 * by {@link io.windsock.platform.telemetry.SamplePublisher}; {@link
 * io.windsock.platform.telemetry.Members} knows by them who is alive.
 */
@NullMarked
package io.windsock.platform.telemetry;

import org.jspecify.annotations.NullMarked;
