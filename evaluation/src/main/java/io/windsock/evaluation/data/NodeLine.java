package io.windsock.evaluation.data;

/**
 * One node of an experiment.
 *
 * @param name such as {@code mirror-1}
 * @param cpus the node's CPU quota, in processors
 * @param what what ran on it
 */
public record NodeLine(String name, double cpus, String what) {}
