package io.windsock.evaluation.gateway.lab;

import io.windsock.evaluation.lab.SiteMain;
import io.windsock.evaluation.node.Node;
import io.windsock.gateway.core.CoreSettings;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import io.windsock.site.SiteConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The members of a laboratory.
 *
 * @param sites how many sites
 * @param siteCpus the quota of each site's node, in processors; {@link #UNLIMITED} for none
 * @param policies by pair of gateways, how both choose sites; a run uses one of the pairs
 * @param keys how many numbers sites have
 * @param faulty whether a relay that can be faulty is before the links of the last site
 * @param quick whether members are to start soon rather than run fast
 */
public record CallPlan(
    int sites,
    double siteCpus,
    List<RoutingPolicy> policies,
    int keys,
    boolean faulty,
    boolean quick) {
  /** The quota that stands for none. */
  public static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /** How gateways choose sites by default. */
  public static final RoutingPolicy ROUTING = CoreSettings.defaults("any").routing();

  /** The numbers of most experiments. */
  public static final int KEYS = 10_000;

  /** The option that leaves C2, the JVM's optimising compiler, out. */
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  /** How long sites rehearse calls at most: as long as the command's do by default. */
  private static final int REHEARSAL_MS = 5_000;

  /** What a number takes in memory, generously. */
  private static final long BYTES_PER_KEY = 512;

  /** Copies the list. */
  public CallPlan {
    policies = List.copyOf(policies);
  }

  /** Returns a group of two gateways and so many sites without quotas. */
  public static CallPlan of(int sites, boolean quick) {
    return new CallPlan(sites, UNLIMITED, List.of(ROUTING), KEYS, false, quick);
  }

  /** Returns this plan with a quota of each site. */
  public CallPlan withSiteCpus(double cpus) {
    return new CallPlan(sites, cpus, policies, keys, faulty, quick);
  }

  /** Returns this plan with pairs of gateways that choose sites in these ways. */
  public CallPlan withPolicies(RoutingPolicy... pairs) {
    return new CallPlan(sites, siteCpus, List.of(pairs), keys, faulty, quick);
  }

  /** Returns this plan with so many numbers. */
  public CallPlan withKeys(int numbers) {
    return new CallPlan(sites, siteCpus, policies, numbers, faulty, quick);
  }

  /** Returns this plan with a relay before the last site. */
  public CallPlan withFaulty() {
    return new CallPlan(sites, siteCpus, policies, keys, true, quick);
  }

  /** Returns how a policy is named in reports. */
  public static String text(RoutingPolicy policy) {
    return policy.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the memory of a site's database: the default, or as much as the state needs. */
  private long memoryBytes() {
    return Math.max(SiteConfig.MEMORY_BYTES, keys * BYTES_PER_KEY);
  }

  /** Returns the options of the sites' JVMs. */
  List<String> siteJvm() {
    List<String> options = new ArrayList<>(jvm());
    options.add("-D" + SiteMain.MEMORY + "=" + memoryBytes());
    if (!quick) {
      options.add("-D" + SiteMain.REHEARSAL_MS + "=" + REHEARSAL_MS);
    }
    return options;
  }

  /** Returns the options of the other members' JVMs. */
  List<String> jvm() {
    List<String> options = new ArrayList<>(Node.JVM);
    if (quick) {
      options.add(FIRST_COMPILER);
    }
    return options;
  }
}
