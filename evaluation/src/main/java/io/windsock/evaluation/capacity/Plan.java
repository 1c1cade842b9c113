package io.windsock.evaluation.capacity;

import java.util.Comparator;
import java.util.List;

/**
 * The machines that a demand needs.
 *
 * @param roles the machines of each role
 * @param copiesMbit network on which brokers send the mirror topic to mirrors, in Mbit/s in total
 * @param origin where the coefficients come from
 */
public record Plan(List<RolePlan> roles, double copiesMbit, Coefficients.Origin origin) {
  /** Copies the list. */
  public Plan {
    roles = List.copyOf(roles);
  }

  /** Returns the role with the highest use of any resource, which saturates first. */
  public RolePlan first() {
    return roles.stream()
        .max(Comparator.comparingDouble(role -> role.first().share()))
        .orElseThrow(() -> new IllegalStateException("no roles"));
  }

  /** Returns the machines of one role. */
  public RolePlan role(String name) {
    return roles.stream()
        .filter(it -> it.role().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no role '" + name + "'"));
  }

  /** Whether every role fits. */
  public boolean fits() {
    return roles.stream().allMatch(RolePlan::fits);
  }
}
