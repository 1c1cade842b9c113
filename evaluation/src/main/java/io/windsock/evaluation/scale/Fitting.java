package io.windsock.evaluation.scale;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.capacity.Coefficients.Origin;
import io.windsock.evaluation.capacity.Cost;
import io.windsock.evaluation.capacity.CostFit;
import io.windsock.evaluation.capacity.Quantity;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Fits the coefficients of the capacity model to the rows of the experiments that scale. */
public final class Fitting {
  private static final int RELIABLE_ROUNDS = 3;
  private static final List<Quantity> SITE =
      List.of(
          Quantity.BASE,
          Quantity.PARTITIONS,
          Quantity.COMMITS,
          Quantity.PARTITION_COMMITS,
          Quantity.CHANGED_KEYS,
          Quantity.EVENTS,
          Quantity.EVENT_KB,
          Quantity.UPDATES,
          Quantity.MESSAGES,
          Quantity.SENT_KB,
          Quantity.REQUESTS,
          Quantity.ENCODINGS,
          Quantity.ENCODED_KB);

  /** What an event costs by itself: fitted to the experiment in which only its rate varies. */
  private static final List<Quantity> OF_EVENTS =
      List.of(Quantity.EVENTS, Quantity.EVENT_KB, Quantity.MIRRORED, Quantity.COPIES);

  private final Map<String, List<MeasuredRun>> runs;

  private Fitting(Map<String, List<MeasuredRun>> runs) {
    this.runs = runs;
  }

  /**
   * Fits the rows of a folder.
   *
   * @throws Failure if it lacks some of the experiments; the message names them
   */
  public static Coefficients fit(RunFolder folder) throws IOException {
    check(folder);
    Map<String, List<MeasuredRun>> runs = new LinkedHashMap<>();
    List<About> abouts = new ArrayList<>();
    boolean provisional = false;
    for (String name : ScaleExperiments.FITTED) {
      ExperimentFolder experiment = experiment(folder, name);
      About about = About.read(experiment.about());
      Table rows = Scale.whole(RowFile.read(experiment.rows()), about);
      runs.put(name, MeasuredRun.all(rows));
      abouts.add(about);
      provisional |= isProvisional(about, rows);
    }
    return new Fitting(runs).coefficients(origin(abouts, provisional));
  }

  private static ExperimentFolder experiment(RunFolder folder, String name) {
    return new ExperimentFolder(folder.path().resolve(name));
  }

  /** Fails if experiments are missing, with a command that measures these. */
  private static void check(RunFolder folder) {
    List<ExperimentFolder> missing =
        ScaleExperiments.FITTED.stream()
            .map(name -> experiment(folder, name))
            .filter(it -> !Files.exists(it.rows()) || !Files.exists(it.about()))
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    List<String> names = missing.stream().map(ExperimentFolder::name).toList();
    String run =
        "windsock experiment run %s --out %s".formatted(String.join(" ", names), folder.path());
    String begun =
        missing.stream()
            .filter(ExperimentFolder::holdsData)
            .map(it -> it.path().toString())
            .collect(Collectors.joining(", "));
    throw new Failure(
        "%s has no data of %s; %s: %s"
            .formatted(
                folder.path(),
                String.join(", ", names),
                begun.isEmpty()
                    ? "run " + (names.size() == 1 ? "it" : "them")
                    : "move away what was begun (" + begun + "), then run",
                run));
  }

  private static Origin origin(List<About> abouts, boolean provisional) {
    About first = abouts.get(0);
    return new Origin(
        first.started().toString().substring(0, "2000-01-01".length()),
        "%d processors, %s, JDK %s"
            .formatted(
                first.host().processors(),
                first.host().os(),
                first.host().jdk().replaceFirst(",.*", "")),
        abouts.stream().map(it -> it.build().commit()).distinct().collect(Collectors.joining(", ")),
        provisional);
  }

  /** Counts the rounds in the rows: a run that was cut short has fewer than were planned. */
  private static boolean isProvisional(About about, Table rows) {
    long rounds = rows.rows().stream().map(Row::round).distinct().count();
    return about.settings().containsKey("form") || rounds < RELIABLE_ROUNDS;
  }

  private Coefficients coefficients(Origin origin) {
    return new Coefficients(
        origin,
        fit(SITE, Measures.SITE_US, true),
        fit(List.of(Quantity.BASE, Quantity.KEYS, Quantity.DISPLAYS), Measures.SITE_BYTES, true),
        fit(
            List.of(Quantity.UPDATES, Quantity.UPDATE_KB, Quantity.DISPLAYS),
            Measures.DISPLAY_KB,
            true),
        fit(
            List.of(
                Quantity.BASE,
                Quantity.PARTITIONS,
                Quantity.COMMITS,
                Quantity.PARTITION_COMMITS,
                Quantity.EVENTS,
                Quantity.EVENT_KB,
                Quantity.MIRRORED,
                Quantity.COPIES),
            Measures.BROKER_US,
            false),
        fit(
            List.of(
                Quantity.BASE,
                Quantity.PARTITIONS,
                Quantity.COMMITS,
                Quantity.PARTITION_COMMITS,
                Quantity.CHANGED_KEYS,
                Quantity.EVENTS,
                Quantity.EVENT_KB,
                Quantity.MIRRORED),
            Measures.TOPOLOGY_US,
            false),
        fit(List.of(Quantity.BASE, Quantity.CALL_BATCHES, Quantity.CALLS), Measures.CALL_US, false),
        fit(
            List.of(Quantity.BASE, Quantity.PASSED_BATCHES, Quantity.PASSED),
            Measures.GATEWAY_US,
            false),
        fit(List.of(Quantity.BASE, Quantity.PASSED), Measures.GATEWAY_KB, false));
  }

  /**
   * Fits one cost. Between experiments, a shared machine becomes faster and slower, which hides
   * what little an event costs; so that is fitted first, to one experiment.
   *
   * @param mirror whether only runs with a mirror count
   */
  private Cost fit(List<Quantity> quantities, String measure, boolean mirror) {
    List<Quantity> first = new ArrayList<>(List.of(Quantity.BASE));
    first.addAll(quantities.stream().filter(OF_EVENTS::contains).toList());
    List<Quantity> rest = quantities.stream().filter(it -> !OF_EVENTS.contains(it)).toList();
    Map<Quantity, Double> known = Map.of();
    if (first.size() > 1) {
      List<MeasuredRun> events = runs.getOrDefault(ScaleExperiments.EVENTS_ALONE, List.of());
      known = new EnumMap<>(fit(new CostFit(first), events, measure, mirror).perUnit());
      known.remove(Quantity.BASE);
    }
    List<MeasuredRun> all = runs.values().stream().flatMap(List::stream).toList();
    return fit(new CostFit(rest, known), all, measure, mirror);
  }

  private static Cost fit(CostFit fit, List<MeasuredRun> runs, String measure, boolean mirror) {
    for (MeasuredRun run : runs) {
      boolean counts =
          !run.setting().equals(ScaleCalls.CHECK) && (!mirror || run.value(Measures.MIRRORS) > 0);
      if (counts && run.value(measure) > 0) {
        fit.add(run.work(), run.value(measure));
      }
    }
    if (!fit.isDetermined()) {
      throw new Failure("too few runs measured " + measure + "; run more rounds or points");
    }
    return fit.fit();
  }
}
