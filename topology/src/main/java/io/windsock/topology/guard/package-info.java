/**
 * What must hold of the cluster before a topology starts, and while it runs: that its group is its
 * own, and that its offsets, the sources and the outputs fit each other.
 *
 * <pre>
 *                 ClusterCheck   the cluster answers and has the features
 *  TopologyApp    LostTopics     no output is gone                                 ──▶ ConfigurationException
 *   .start   ──▶  GroupCheck     the group has no foreign member           faults
 *                 OutputCheck    the outputs hold nothing that was not committed
 *                 SkipCheck      nothing was committed that was not received
 *                 TrimCheck      nothing was deleted before it was received
 *
 *  TopologyApp ─▶ GroupWatch     the same of the group, every few seconds  ──▶ readiness
 *  doctor      ─▶ PipelineCheck  all of these, and whether the pipeline advances
 * </pre>
 */
@NullMarked
package io.windsock.topology.guard;

import org.jspecify.annotations.NullMarked;
