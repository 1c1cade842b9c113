/**
 * Checks of the cluster before a topology starts and while it runs: the group must be its own, and
 * its offsets, the sources and the outputs must be consistent.
 *
 * <pre>
 *  TopologyApp    StartGuard     the cluster has the features, no output is missing    ──▶ ConfigurationException
 *   .start   ──▶  Groups         the group has no foreign member, the prefix no rival      faults
 *                 Outputs        the outputs hold nothing that was not committed
 *                 SourceCheck    nothing was committed that was not received, or deleted before it was;
 *                                no source has lost its end
 *                     ▲
 *                 Positions      what was committed, what the changelog has, where topics begin and end
 *
 *  TopologyApp ─▶ GroupWatch     the same of the group, every few seconds  ──▶ readiness
 *  doctor      ─▶ StartGuard.faults, Progress: what a start would refuse, and whether the pipeline advances
 * </pre>
 */
@NullMarked
package io.windsock.topology.guard;

import org.jspecify.annotations.NullMarked;
