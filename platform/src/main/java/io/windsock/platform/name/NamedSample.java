package io.windsock.platform.name;

/**
 * What {@link NameRule} reads of a sample on the monitor topic.
 *
 * @param incarnation the run that made it; empty if it does not say
 * @param born the offset of that run's first sample; {@link Incarnation#UNBORN} in the first one
 * @param madeAtMs when it was made, by the member's clock
 * @param over whether it says that the run has ended
 * @param offset its own offset
 * @param brokerMs its time as assigned by the broker
 */
public record NamedSample(
    String incarnation, long born, long madeAtMs, boolean over, long offset, long brokerMs) {}
