/**
 * What the roles tell about themselves. To Prometheus: every metric by name, unit and meaning in
 * {@link io.windsock.platform.telemetry.Metric}, and nowhere else. To the monitor topic: samples,
 * by {@link io.windsock.platform.telemetry.SamplePublisher}.
 */
@NullMarked
package io.windsock.platform.telemetry;

import org.jspecify.annotations.NullMarked;
