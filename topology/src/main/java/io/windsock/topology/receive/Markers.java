package io.windsock.topology.receive;

/**
 * When a marker is written.
 *
 * @param every after so many sent events (the paper's checkpointing frequency <i>f</i>, Table 1)
 * @param idleMs or when something has happened since the last marker and that one is as old as this
 */
public record Markers(int every, long idleMs) {}
