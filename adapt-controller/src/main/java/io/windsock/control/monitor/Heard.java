package io.windsock.control.monitor;

/**
 * A sample, and when it came.
 *
 * @param sample what was said
 * @param atMs when the broker got it, ms since the epoch
 */
public record Heard<T>(T sample, long atMs) {}
