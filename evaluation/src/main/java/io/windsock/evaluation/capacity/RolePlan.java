package io.windsock.evaluation.capacity;

import java.util.Comparator;
import java.util.List;

/**
 * The machines of one role.
 *
 * @param role such as {@code mirror}
 * @param machines how many
 * @param uses what each of them uses
 * @param inMbit network that each receives, in Mbit/s
 * @param outMbit network that each sends, in Mbit/s
 * @param memoryBytes resident memory of each; 0 if it was not measured
 */
public record RolePlan(
    String role, long machines, List<Use> uses, double inMbit, double outMbit, double memoryBytes) {
  /** Copies the list. */
  public RolePlan {
    uses = List.copyOf(uses);
  }

  /** Returns the resource of which most is used: the first that saturates as the load grows. */
  public Use first() {
    return uses.stream()
        .max(Comparator.comparingDouble(Use::share))
        .orElseThrow(() -> new IllegalStateException(role + " uses nothing"));
  }

  /** Returns how much of a resource is used; 0 if the role does not use it. */
  public double share(String resource) {
    return uses.stream()
        .filter(use -> use.resource().equals(resource))
        .mapToDouble(Use::share)
        .sum();
  }

  /** Whether each machine has enough of every resource. */
  public boolean fits() {
    return first().share() <= 1;
  }
}
