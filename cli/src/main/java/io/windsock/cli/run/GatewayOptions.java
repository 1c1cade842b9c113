package io.windsock.cli.run;

import io.windsock.gateway.GatewayConfig.SiteRole;
import io.windsock.gateway.GatewayConfigBuilder;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that decide how a gateway relays calls. */
final class GatewayOptions {
  private static final int KEY_CALLS = 10_000;
  private static final int VIEW_CALLS = 2_000;

  /** The choices of --routing as typed. */
  private static final class RoutingNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(RoutingPolicy.values()).map(RoutingNames::text).iterator();
    }

    private static String text(RoutingPolicy policy) {
      return policy.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Parses {@code uniform} or {@code load-aware}. */
  static final class RoutingConverter implements ITypeConverter<RoutingPolicy> {
    @Override
    public RoutingPolicy convert(String text) {
      try {
        return RoutingPolicy.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + text + "' is none of uniform, load-aware");
      }
    }
  }

  /** The choices of --sites as typed. */
  private static final class SiteNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(SiteRole.values()).map(SiteRole::text).iterator();
    }
  }

  @Option(
      names = "--sites",
      paramLabel = "ROLE",
      defaultValue = "mirror",
      completionCandidates = SiteNames.class,
      description = "Which sites it sends calls to: mirror or central (default: ${DEFAULT-VALUE}).")
  private SiteRole sites = SiteRole.MIRROR;

  @Option(
      names = "--routing",
      paramLabel = "POLICY",
      defaultValue = "load-aware",
      converter = RoutingConverter.class,
      completionCandidates = RoutingNames.class,
      description =
          "How it chooses a site for a call: load-aware, the one of two with fewer pending calls;"
              + " uniform, by the call's id alone (default: ${DEFAULT-VALUE}).")
  private RoutingPolicy routing = RoutingPolicy.LOAD_AWARE;

  @Option(
      names = "--deadline-ms",
      paramLabel = "MS",
      defaultValue = "100",
      description =
          "Deadline of HTTP queries that name none, and the usual one of calls, for which timers are"
              + " sized; each call has its own (default: ${DEFAULT-VALUE}).")
  private int deadlineMs;

  @Option(
      names = "--sweep-ms",
      paramLabel = "MS",
      defaultValue = "5",
      description =
          "Time between two looks at which calls are to be sent to a second site or are late"
              + " (default: ${DEFAULT-VALUE}).")
  private int sweepMs;

  @Option(
      names = "--batch-ms",
      paramLabel = "MS",
      defaultValue = "15",
      description =
          "The longest time that calls gather for a batch under load (default: ${DEFAULT-VALUE}).")
  private int batchMs;

  @Option(
      names = "--silence-ms",
      paramLabel = "MS",
      defaultValue = "300",
      description =
          "A site or gateway that is silent for longer gets no calls (default: ${DEFAULT-VALUE}).")
  private int silenceMs;

  @Mixin private CallLimitOptions limits = new CallLimitOptions();

  @Mixin private PassOptions passing = new PassOptions();

  @Option(
      names = "--early-percent",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Of a hundred calls, the most that are sent to a second site before half of the deadline,"
              + " because they take longer than most; 0: none (default: ${DEFAULT-VALUE}).")
  private int earlyPercent;

  @Option(
      names = "--retry-after-ms",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "How long a caller refused as busy should wait before it calls again, in ms (default:"
              + " ${DEFAULT-VALUE}).")
  private int retryAfterMs;

  @Option(
      names = "--rehearsal-ms",
      paramLabel = "MS",
      defaultValue = "5000",
      description =
          "How long it makes calls to itself before it takes any, at most, so that the first ones"
              + " are not slow; 0: not at all (default: ${DEFAULT-VALUE}).")
  private int rehearsalMs;

  /** Sets what was given. */
  GatewayConfigBuilder applyTo(GatewayConfigBuilder config) {
    limits.keys(KEY_CALLS, config::keys);
    limits.views(VIEW_CALLS, config::views);
    return config
        .sites(sites)
        .routing(routing)
        .deadlineMs(deadlineMs)
        .sweepMs(sweepMs)
        .batchMs(batchMs)
        .silenceMs(silenceMs)
        .earlyPercent(earlyPercent)
        .retryAfterMs(retryAfterMs)
        .pass(passing.bounds())
        .rehearsal(Duration.ofMillis(rehearsalMs));
  }
}
