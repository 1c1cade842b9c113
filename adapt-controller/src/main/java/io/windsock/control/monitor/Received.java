package io.windsock.control.monitor;

/**
 * A sample, and when it was received.
 *
 * @param sample what was reported
 * @param atMs when the broker got it, ms since the epoch
 */
public record Received<T>(T sample, long atMs) {}
