package io.windsock.evaluation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.ceiling.MeasuredCeilings;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.Build;
import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.machine.MemorySpeed;
import io.windsock.evaluation.machine.Speed;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.plot.Kind;
import io.windsock.evaluation.plot.Point;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Repeats;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
  private static final Build BUILD = new Build("1", "the commit at the beginning");

  private final Path folder;

  private final StringWriter text = new StringWriter();
  private final List<String> leftOut = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong();

  SessionTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private RunFolder runs() {
    return new RunFolder(folder);
  }

  private void run(Experiment experiment, int rounds) throws IOException, InterruptedException {
    run(experiment, new Scale(true, rounds, 1, Scale.Calls.FOUND, false));
  }

  private void run(Experiment experiment, Scale scale) throws IOException, InterruptedException {
    run(experiment, scale, new Given(DoubleStream.generate(() -> 1)));
  }

  private void run(Experiment experiment, Scale scale, Speed speed)
      throws IOException, InterruptedException {
    Progress progress = new Progress(new PrintWriter(text), clock::get);
    new Session(experiment, scale, new MeasuredCeilings(1), progress, BUILD, speed, 0).run(runs());
  }

  @Test
  void shouldMeasureTheSettingsOfAPointOneAfterTheOther() {
    List<Subject> subjects = new ArrayList<>();
    for (double x : new double[] {1, 2, 3, 4}) {
      List.of("a", "b", "c").forEach(setting -> subjects.add(new Subject(setting, x)));
    }
    Set<List<Subject>> orders = new HashSet<>();
    for (int round = 1; round <= 20; round++) {
      List<Subject> ordered = Session.ordered(subjects, round, 7);
      orders.add(ordered);
      assertThat(ordered).containsExactlyInAnyOrderElementsOf(subjects);
      for (int point = 0; point < 4; point++) {
        assertThat(ordered.subList(3 * point, 3 * point + 3))
            .extracting(Subject::x)
            .containsOnly(ordered.get(3 * point).x());
      }
    }
    assertThat(orders).hasSizeGreaterThan(15);
    assertThat(orders).doesNotContain(Session.ordered(subjects, 1, 8));
  }

  @Test
  void shouldTurnTheOrderOfAPointsSettingsRoundInTheSecondOfTwoRounds() {
    List<Subject> subjects = new ArrayList<>();
    for (double x : new double[] {1, 2, 3}) {
      List.of("a", "b", "c", "d").forEach(setting -> subjects.add(new Subject(setting, x)));
    }

    List<Subject> first = Session.ordered(subjects, 3, 7);
    List<Subject> second = Session.ordered(subjects, 4, 7);

    for (int point = 0; point < 3; point++) {
      List<Subject> reversed = new ArrayList<>(second.subList(4 * point, 4 * point + 4));
      Collections.reverse(reversed);
      assertThat(first.subList(4 * point, 4 * point + 4)).isEqualTo(reversed);
    }
  }

  @Test
  void shouldMeasureUncountedAndThenInAnOrderOfTheRound() throws Exception {
    Turns turns = new Turns();

    run(turns, new Scale(false, 2, 1, Scale.Calls.FOUND, false));

    // A run that others disturbed is made again at once.
    assertThat(distinctInARow(turns.measured))
        .containsExactly("a1", "b1", "c1", "b1", "a1", "c1", "a1", "b1"); // c1 ends and begins
    Table rows = RowFile.read(folder.resolve("turns/rows.csv"));
    assertThat(rows.rows()).hasSize(12);
    assertThat(rows.rows()).extracting(Row::round).containsOnly(1, 2);
    assertThat(turns.rounds).isEqualTo(3);
    assertThat(turns.closed).isTrue();
  }

  @Test
  void shouldMeasureEachSettingUncountedOnlyAtItsLastPoint() throws Exception {
    Turns turns = new Turns();
    turns.points = 2;

    run(turns, new Scale(false, 1, 1, Scale.Calls.FOUND, false));

    assertThat(turns.measured.subList(0, 3)).containsExactly("a2", "b2", "c2");
    assertThat(turns.measured.subList(3, 9))
        .containsExactlyInAnyOrder("a1", "b1", "c1", "a2", "b2", "c2");
    assertThat(RowFile.read(folder.resolve("turns/rows.csv")).rows()).hasSize(12);
  }

  private static List<String> distinctInARow(List<String> values) {
    List<String> distinct = new ArrayList<>();
    for (String value : values) {
      if (distinct.isEmpty() || !distinct.get(distinct.size() - 1).equals(value)) {
        distinct.add(value);
      }
    }
    return distinct;
  }

  @Test
  void shouldRepeatARunDuringWhichMemoryWasSlow() throws Exception {
    Turns turns = new Turns();
    // Of the second round's first run; then memory stays slow for two looks.
    Given speed = new Given(DoubleStream.of(10, 10, 9, 5, 4, 5, 9, 8, 10, 10));

    run(turns, new Scale(false, 2, 1, Scale.Calls.FOUND, false), speed);

    assertThat(turns.measured)
        .containsExactly("a1", "b1", "c1", "b1", "a1", "c1", "c1", "c1", "a1", "b1");
    Table rows = RowFile.read(folder.resolve("turns/rows.csv"));
    assertThat(rows.values("c", 1, "memoryGBs")).containsExactly(9, 8);
    assertThat(rows.values("a", 1, "seconds")).hasSize(2);
    About about = About.read(folder.resolve("turns/about.json"));
    assertThat(about.settings())
        .containsEntry("memory", "copied at 5.0 to 10.0 GB/s during runs, 10.0 in the median");
    assertThat(about.notes()).anyMatch(it -> it.startsWith("1 runs were repeated because"));
  }

  @Test
  void shouldCountRunsOnAMachineThatStaysRestless() throws Exception {
    Turns turns = new Turns();
    // Memory is fast again whenever that is looked at, and slow during each further run.
    Given speed = new Given(DoubleStream.of(10, 10, 10, 10, 5, 10, 5, 10, 5, 5, 10, 5, 10, 5));

    run(turns, new Scale(false, 2, 1, Scale.Calls.FOUND, false), speed);

    assertThat(RowFile.read(folder.resolve("turns/rows.csv")).rows()).hasSize(12);
    assertThat(text.toString()).contains("again: others took");
    assertThat(About.read(folder.resolve("turns/about.json")).notes())
        .anyMatch(it -> it.endsWith("; 2 disturbed runs count nevertheless."));
  }

  @Test
  void shouldMeasureNoUncountedRoundInTheQuickForm() throws Exception {
    Turns turns = new Turns();

    run(turns, 1);

    assertThat(turns.measured).containsExactly("b1", "a1", "c1");
  }

  @Test
  void shouldKeepTimeLinesAndWhatWasFoundOut() throws Exception {
    Scale quick = new Scale(true, 1, 1, Scale.Calls.FOUND, false);

    run(new Turns(), quick, new MemorySpeed());

    assertThat(RowFile.read(folder.resolve("turns/lines.csv")).xs()).containsExactly(0.5);
    About about = About.read(folder.resolve("turns/about.json"));
    assertThat(about.settings()).containsEntry("keys", "3").containsEntry("rounds", "1");
    assertThat(about.settings().get("memory"))
        .matches("copied at [0-9.]+ to [0-9.]+ GB/s during runs, [0-9.]+ in the median");
    assertThat(about.notes()).contains("It was warm.");
    assertThat(about.build()).isEqualTo(BUILD);
  }

  @Test
  void shouldKeepWholeRoundsWhenARunFails() throws Exception {
    Turns turns = new Turns();
    turns.failAt = 5;

    assertThatThrownBy(() -> run(turns, 5)).hasMessage("failed as asked");

    assertThat(RowFile.read(folder.resolve("turns/rows.csv")).rows()).hasSize(6);
    assertThat(About.read(folder.resolve("turns/about.json")).settings())
        .containsEntry("rounds", "1 of 5");
    assertThat(turns.closed).isTrue();
  }

  /** What the process of a session that is killed, or whose disk is full, leaves of a round. */
  @Test
  void shouldNotReportAPartOfARound() throws Exception {
    Turns turns = new Turns();
    turns.failAt = 5;
    assertThatThrownBy(() -> run(turns, 5)).hasMessage("failed as asked");
    Files.writeString(
        folder.resolve("turns/rows.csv"), "a,1.0,2,seconds,9.0\n", StandardOpenOption.APPEND);
    Files.writeString(
        folder.resolve("turns/lines.csv"), "a,0.5,2,delayMs,9.0\n", StandardOpenOption.APPEND);

    new Reporter(new Experiments(Map.of("group", List.of(turns)), Set.of()))
        .report(runs(), leftOut::add);

    assertThat(leftOut).isEmpty();
    assertThat(turns.reported).hasSize(9).extracting(Row::round).containsOnly(1);
  }

  @Test
  void shouldSayEachMinuteHowFarALongRoundIs() throws Exception {
    Turns turns = new Turns();
    turns.points = 2;
    turns.onRun = () -> clock.addAndGet(TimeUnit.SECONDS.toNanos(40));

    run(turns, 1);

    assertThat(text.toString().lines().filter(it -> it.startsWith("  round")))
        .startsWith("  round 1: 2 of 6 runs", "  round 1: 4 of 6 runs")
        .hasSize(3)
        .last()
        .asString()
        .startsWith("  round 1 of 1 took ");
  }

  @Test
  void shouldRefuseAFolderThatHoldsData() throws Exception {
    run(new Turns(), 1);

    assertThatThrownBy(() -> run(new Turns(), 1))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("holds data");
  }

  @Test
  void shouldReportWhatWasMeasured() throws Exception {
    run(new Turns(), 1);

    Path page =
        new Reporter(new Experiments(Map.of("group", List.of(new Turns())), Set.of()))
            .report(runs(), leftOut::add);

    assertThat(leftOut).isEmpty();
    assertThat(page).isEqualTo(folder.resolve("index.html")).content().contains("took turns");
    assertThat(folder.resolve("README.md")).content().contains("Measured in the quick form");
    assertThat(folder.resolve("README.md")).content().contains("turns/chart.png");
    assertThat(Files.size(folder.resolve("turns/chart.png"))).isPositive();
  }

  @Test
  void shouldCompareTwoRuns(@TempDir Path second) throws Exception {
    run(new Turns(), 1);
    Scale scale = new Scale(true, 1, 1, Scale.Calls.FOUND, false);
    new Session(new Turns(), scale, new MeasuredCeilings(1), new PrintWriter(text), BUILD)
        .run(new RunFolder(second));
    Reporter reporter =
        new Reporter(new Experiments(Map.of("group", List.of(new Turns())), Set.of()));

    Repeats repeats = reporter.compare(runs(), new RunFolder(second), leftOut::add);

    assertThat(leftOut).isEmpty();

    assertThat(repeats.findings()).hasSize(1);
    assertThat(repeats.markdown())
        .contains("1 of 1 medians of the second run")
        .contains("| Turns | All took turns | 1 (1 round) | 1 (1 round) | yes |");
  }

  @Test
  void shouldSayThatRunsWereNotMeasuredAlike(@TempDir Path second) throws Exception {
    run(new Turns(), 1);
    Scale scale = new Scale(true, 2, 2, new Scale.Calls(0, 500), true);
    new Session(new Turns(), scale, new MeasuredCeilings(1), new PrintWriter(text), BUILD)
        .run(new RunFolder(second));
    Reporter reporter =
        new Reporter(new Experiments(Map.of("group", List.of(new Turns())), Set.of()));

    var unused = reporter.compare(runs(), new RunFolder(second), leftOut::add);

    assertThat(leftOut)
        .containsExactly(
            "turns was not measured alike: length of a run: about 1 s, then about 2 s;"
                + " check: none, then without effect: every setting mirrors every event alike;"
                + " calls per second, as asked for: none, then 500");
  }

  @Test
  void shouldRefuseToCompareRunsWithoutAFindingInCommon(@TempDir Path second) throws Exception {
    run(new Turns(), 1);
    Reporter reporter =
        new Reporter(new Experiments(Map.of("group", List.of(new Turns())), Set.of()));

    assertThatThrownBy(() -> reporter.compare(runs(), new RunFolder(second), leftOut::add))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("have no finding in common");
  }

  @Test
  void shouldRefuseToReportAnEmptyFolder() {
    assertThatThrownBy(
            () ->
                new Reporter(new Experiments(Map.of("group", List.of(new Turns())), Set.of()))
                    .report(runs(), leftOut::add))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("holds no data");
  }

  @Test
  void shouldReportTheOthersWhereAnExperimentsDataIsDamaged() throws Exception {
    Turns broken = new Turns();
    broken.name = "broken";
    run(broken, 1);
    run(new Turns(), 1);
    Files.writeString(folder.resolve("broken/about.json"), "{");
    Reporter reporter =
        new Reporter(new Experiments(Map.of("group", List.of(broken, new Turns())), Set.of()));

    Path page = reporter.report(runs(), leftOut::add);

    assertThat(page).content().contains("All took turns").doesNotContain("id=\"broken\"");
    assertThat(leftOut).hasSize(1);
    assertThat(leftOut.get(0))
        .startsWith(folder.resolve("broken") + " is left out: ")
        .contains("does not describe an experiment");
  }

  /** A time of 0 makes a ratio infinite, which no page can show. */
  @Test
  void shouldReportTheOthersWhereAFindingIsInfinite() throws Exception {
    Turns broken = new Turns();
    broken.name = "broken";
    run(broken, 1);
    run(new Turns(), 1);
    broken.base = 0;
    Reporter reporter =
        new Reporter(new Experiments(Map.of("group", List.of(broken, new Turns())), Set.of()));

    Path page = reporter.report(runs(), leftOut::add);

    assertThat(page).content().contains("All took turns").doesNotContain("id=\"broken\"");
    assertThat(leftOut).singleElement().asString().contains("must be finite");
  }

  @Test
  void shouldSayWhyThereIsNoReportWhereAllDataIsDamaged() throws Exception {
    run(new Turns(), 1);
    Files.writeString(folder.resolve("turns/rows.csv"), "nonsense\n");
    Reporter reporter =
        new Reporter(new Experiments(Map.of("group", List.of(new Turns())), Set.of()));

    assertThatThrownBy(() -> reporter.report(runs(), leftOut::add))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("holds no experiment whose data can be used");
    assertThat(leftOut).singleElement().asString().contains("the header is");
  }

  @Test
  void shouldNameTheKnownExperiments() {
    Experiments experiments = new Experiments(Map.of("group", List.of(new Turns())), Set.of());

    assertThatThrownBy(() -> experiments.named(List.of("figure-3")))
        .isInstanceOf(Failure.class)
        .hasMessage("unknown experiment 'figure-3': choose all, or of group, turns");
    assertThat(experiments.named(List.of("turns", "turns"))).hasSize(1);
    assertThat(experiments.named(List.of("group", "turns"))).hasSize(1);
    assertThat(experiments.named(List.of("all"))).hasSize(1);
  }

  @Test
  void shouldLeaveGroupsThatHaveToBeNamedOutOfAll() {
    Experiment first = new Turns();
    Experiment other = new Turns();
    Map<String, List<Experiment>> groups = Map.of("short", List.of(first), "long", List.of(other));

    Experiments experiments = new Experiments(groups, Set.of("long"));

    assertThat(experiments.named(List.of("all"))).containsExactly(first);
    assertThat(experiments.named(List.of("all", "long"))).containsExactly(first, other);
  }

  @Test
  void shouldLeaveAnExperimentThatHasToBeNamedOutOfAll() {
    Map<String, List<Experiment>> groups = Map.of("group", List.of(new Turns()));

    Experiments experiments = new Experiments(groups, Set.of("turns"));

    assertThat(experiments.named(List.of("all"))).isEmpty();
    assertThat(experiments.named(List.of("group"))).hasSize(1);
    assertThatThrownBy(() -> new Experiments(groups, Set.of("turn")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[turn] are not all known");
  }

  /** Memory that is as fast as these say, one after the other. */
  private static final class Given implements Speed {
    private final PrimitiveIterator.OfDouble values;

    Given(DoubleStream values) {
      this.values = values.iterator();
    }

    @Override
    public double now() {
      return values.nextDouble();
    }

    @Override
    public Sampling begin() {
      return this::now;
    }
  }

  /** An experiment that remembers whose turn it was. */
  private static final class Turns implements Experiment {
    private final List<String> measured = new ArrayList<>();
    private final List<Row> reported = new ArrayList<>();
    private String name = "turns";
    private int failAt = Integer.MAX_VALUE;
    private int points = 1;
    private double base = 1;
    private Runnable onRun = () -> {};
    private int rounds;
    private boolean closed;

    @Override
    public Description description() {
      return new Description(name, "Turns", "Who took turns?", "", List.of(), List.of());
    }

    @Override
    public List<Subject> subjects(Scale scale) {
      return Stream.of("a", "b", "c")
          .flatMap(it -> IntStream.rangeClosed(1, points).mapToObj(x -> new Subject(it, x)))
          .toList();
    }

    @Override
    public Run start(Scale scale, Notes about) {
      about.setting("keys", "3");
      about.note("It was warm.");
      return new Run() {
        @Override
        public void beginRound() {
          rounds++;
        }

        @Override
        public Map<String, Double> measure(Subject subject) {
          if (measured.size() == failAt) {
            throw new IllegalStateException("failed as asked");
          }
          onRun.run();
          measured.add(subject.setting() + (int) subject.x());
          return Map.of("seconds", 1.0);
        }

        @Override
        public List<Moment> timeLine() {
          return List.of(new Moment(0.5, "delayMs", 2));
        }

        @Override
        public void close() {
          closed = true;
        }
      };
    }

    @Override
    public Outcome outcome(Table rows, Table lines) {
      reported.addAll(rows.rows());
      reported.addAll(lines.rows());
      Curve curve = new Curve("a", List.of(new Point(1, 1, 1, 1)), Kind.OURS);
      return new Outcome(
          List.of(new Finding("All took turns", Spread.of(1 / base), "", "", "", null, "")),
          Map.of(
              "chart", new Chart("Turns", "x", "y", List.of(curve), List.of(), AxisScale.LINEAR)),
          List.of());
    }
  }
}
