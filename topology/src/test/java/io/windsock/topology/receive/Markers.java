package io.windsock.topology.receive;

/** When a {@link Desk} writes markers: every so many sent events, or when so old. */
record Markers(int every, long idleMs) {}
