package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.EndWatch;
import io.windsock.evaluation.node.Node;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * The mirrors of a laboratory: the first ones work, the others are paused. It is without quotas at
 * first. One thread owns it.
 */
final class Mirrors {
  private final List<Node> nodes;
  private final List<URI> urls;
  private final List<EndWatch> ends = new ArrayList<>();
  private int active;
  private double cpus;
  private boolean limited;

  /** Watches the mirrors of a cluster, all of which work; the cluster closes what that needs. */
  Mirrors(Cluster cluster) {
    nodes = cluster.mirrorNodes();
    urls = cluster.mirrors();
    active = nodes.size();
    for (URI url : urls) {
      ends.add(cluster.watch(url));
    }
  }

  /** Gives each of them this quota, in processors. */
  void limit(double quota) {
    cpus = quota;
    limited = true;
    nodes.forEach(node -> node.limit(quota));
  }

  /** Removes the quotas. */
  void unlimited() {
    limited = false;
    nodes.forEach(Node::unlimited);
  }

  /**
   * Lets the first ones work and pauses the others.
   *
   * @return whether some were paused and now work
   */
  boolean activate(int mirrors) {
    boolean more = mirrors > active;
    for (int i = 0; i < nodes.size(); i++) {
      if (i < mirrors) {
        nodes.get(i).resume();
      } else {
        nodes.get(i).pause();
      }
    }
    active = mirrors;
    return more;
  }

  /** Returns the base URLs of those that work. */
  List<URI> activeUrls() {
    return urls.subList(0, active);
  }

  /**
   * Waits until those that work have finished a sequence.
   *
   * @return when the last of them had, as {@link System#nanoTime}; 0 without any
   */
  long await(long sequence) throws InterruptedException {
    long latestNs = 0;
    for (EndWatch mirror : ends.subList(0, active)) {
      latestNs = Math.max(latestNs, mirror.await(sequence, Cluster.PATIENCE));
    }
    return latestNs;
  }

  /**
   * Lets paused mirrors read what was mirrored meanwhile, without quotas, so that each run leaves
   * as little to delete as the next (decision 84).
   */
  void catchUpPaused(long sequence) throws InterruptedException {
    for (int i = active; i < nodes.size(); i++) {
      Node mirror = nodes.get(i);
      mirror.unlimited();
      mirror.resume();
      ends.get(i).await(sequence, Cluster.PATIENCE);
      mirror.pause();
      if (limited) {
        mirror.limit(cpus);
      }
    }
  }
}
