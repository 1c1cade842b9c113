package io.windsock.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ExperimentCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int execute(String... args) {
    return execute(new ExperimentCommand(), args);
  }

  private int execute(ExperimentCommand command, String... args) {
    return new CommandLine(command)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(errors))
        .execute(args);
  }

  @Test
  void shouldListEachExperimentOnce() {
    assertThat(execute("list")).isZero();

    List<String> names = out.toString().lines().map(line -> line.split("\\s+", 2)[0]).toList();
    assertThat(names)
        .doesNotHaveDuplicates()
        .contains("figure-4", "figure-9", "storm", "gateway-sites", "scale-check", "link-stages")
        .allMatch(name -> name.matches("[a-z0-9]+(-[a-z0-9]+)*"));
  }

  @Test
  void shouldListGroupsAndTimes() {
    assertThat(execute("list")).isZero();

    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("figure-4 +mirroring +.*"))
        .anyMatch(line -> line.matches("gateway-sites +gateways +[0-9]+ min +.*"));
  }

  @Test
  void shouldNameTheGroupsWhereANameIsUnknown() {
    assertThat(execute("run", "figure-3", "--out", "unused")).isEqualTo(2);
    assertThat(errors).asString().contains("all, or of mirroring, gateways, scale, link, figure-4");
  }

  @Test
  void shouldAskForAFolder() {
    assertThat(execute("run", "figure-4")).isNotZero();
    assertThat(errors).asString().contains("--out");
  }

  private static ExperimentCommand of(Experiment... experiments) {
    return new ExperimentCommand(List.of(experiments), () -> () -> {});
  }

  private int run(Path folder, Experiment... experiments) {
    return run(of(experiments), folder, experiments);
  }

  private int run(ExperimentCommand command, Path folder, Experiment... experiments) {
    List<String> args =
        Stream.concat(
                Stream.of(experiments).map(it -> it.description().name()),
                Stream.of("--quick", "--out", folder.toString()))
            .toList();
    return execute(command, Stream.concat(Stream.of("run"), args.stream()).toArray(String[]::new));
  }

  @Test
  void shouldReportTheOthersWhereAnExperimentFails(@TempDir Path folder) {
    Given failing = new Given("failing", new IllegalStateException("the broker has ended"));
    Given other = new Given("other", null);

    assertThat(run(folder, failing, other)).isEqualTo(1);

    assertThat(errors)
        .asString()
        .isEqualTo(
            "failing failed: java.lang.IllegalStateException: the broker has ended"
                + System.lineSeparator());
    assertThat(folder.resolve("index.html")).content().contains("The title of other");
  }

  @Test
  void shouldWriteNoReportWhereNothingWasMeasured(@TempDir Path folder) {
    assertThat(run(folder, new Given("failing", new Failure("httperf is missing: install it"))))
        .isEqualTo(1);

    assertThat(errors)
        .asString()
        .isEqualTo("failing failed: httperf is missing: install it" + System.lineSeparator());
    assertThat(folder.resolve("index.html")).doesNotExist();
  }

  @Test
  void shouldSayHowToReportWhatWasMeasuredBeforeAFatalFault(@TempDir Path folder) {
    Given fatal = new Given("fatal", new InterruptedException("as asked"));

    assertThat(run(folder, new Given("first", null), fatal, new Given("last", null))).isEqualTo(1);

    assertThat(errors)
        .asString()
        .contains("write its report: windsock experiment report " + folder)
        .doesNotContain("failed: ");
    assertThat(folder.resolve("last/rows.csv")).doesNotExist();
    ExperimentCommand command = of(new Given("first", null));
    assertThat(execute(command, "report", folder.toString())).isZero();
    assertThat(folder.resolve("index.html")).content().contains("The title of first");
  }

  @Test
  void shouldSayOnlyWhyWhereEveryExperimentIsLeftOut(@TempDir Path folder) {
    Given impossible = new Given("impossible", null);
    impossible.missing = "there is no haproxy: install it";

    assertThat(run(folder, impossible)).isEqualTo(1);

    assertThat(errors)
        .asString()
        .isEqualTo(
            "impossible is left out: there is no haproxy: install it" + System.lineSeparator());
  }

  private int go(Path folder, Experiment... experiments) {
    return go(folder, List.of(), experiments);
  }

  private int go(Path folder, List<String> more, Experiment... experiments) {
    List<String> args = new ArrayList<>(List.of("run"));
    args.addAll(more);
    Stream.of(experiments).map(it -> it.description().name()).forEach(args::add);
    args.addAll(List.of("--out", folder.toString(), "--continue", "--rounds", "2"));
    return execute(of(experiments), args.toArray(String[]::new));
  }

  @Test
  void shouldMeasureOnlyWhatIsLeftWhereItContinues(@TempDir Path folder) throws IOException {
    Given one = new Given("one", null);
    Given failing = new Given("other", new IllegalStateException("the broker has ended"));
    assertThat(go(folder, one, failing)).isEqualTo(1);
    byte[] first = Files.readAllBytes(folder.resolve("one/about.json"));

    assertThat(go(folder, one, new Given("other", null))).isZero();

    assertThat(folder.resolve("one/about.json")).hasBinaryContent(first);
    assertThat(errors).asString().contains("one is measured: ");
    assertThat(folder.resolve("index.html"))
        .content()
        .contains("The title of one", "The title of other");
  }

  @Test
  void shouldMeasureAnUnfinishedExperimentFromItsBeginning(@TempDir Path folder)
      throws IOException {
    Given one = new Given("one", null);
    assertThat(go(folder, one)).isZero();
    Path about = folder.resolve("one/about.json");
    String whole = Files.readString(about);
    Files.writeString(about, whole.replace("\"rounds\" : \"2\"", "\"rounds\" : \"1 of 2\""));
    assertThat(about).content().isNotEqualTo(whole);

    assertThat(go(folder, one)).isZero();

    assertThat(about).content().contains("\"rounds\" : \"2\"");
    assertThat(errors).asString().isEmpty();
  }

  @Test
  void shouldKeepAnExperimentThatWasStoppedWithAllItsRounds(@TempDir Path folder)
      throws IOException {
    Given one = new Given("one", null);
    assertThat(go(folder, one)).isZero();
    Path about = folder.resolve("one/about.json");
    String stopped =
        Files.readString(about).replace("\"rounds\" : \"2\"", "\"rounds\" : \"2 of 2\"");
    Files.writeString(about, stopped);

    assertThat(go(folder, one)).isZero();

    assertThat(errors).asString().contains("one is measured: ");
    assertThat(about).content().isEqualTo(stopped);
  }

  @Test
  void shouldKeepTheRoundsThatThereAreWhereItCannotContinue(@TempDir Path folder)
      throws IOException {
    Given one = new Given("one", null);
    assertThat(go(folder, one)).isZero();
    Path about = folder.resolve("one/about.json");
    String begun =
        Files.readString(about)
            .replace("\"rounds\" : \"2\"", "\"rounds\" : \"1 of 2\"")
            .replace("about 3 s", "about 600 s");
    Files.writeString(about, begun);

    // Runs of ten minutes need 3,000 GB.
    assertThat(go(folder, List.of("--run-seconds", "600"), one)).isEqualTo(1);

    assertThat(errors).asString().contains("brokers need 3000 GB");
    assertThat(about).content().isEqualTo(begun);
    assertThat(folder.resolve("one/rows.csv")).isNotEmptyFile();
  }

  @Test
  void shouldNotContinueARunWithOtherOptions(@TempDir Path folder) throws IOException {
    Given one = new Given("one", null);
    assertThat(run(folder, one)).isZero();
    byte[] quick = Files.readAllBytes(folder.resolve("one/about.json"));

    assertThat(go(folder, one)).isEqualTo(1);

    assertThat(errors).asString().contains("was measured with other options");
    assertThat(folder.resolve("one/about.json")).hasBinaryContent(quick);
  }

  @ParameterizedTest
  @CsvSource({"--calls, 1000", "--rate, 500", "--run-seconds, 2.6"})
  void shouldNotContinueARunOfOtherCallsOrLength(
      String option, String value, @TempDir Path folder) {
    Given one = new Given("one", null);
    List<String> asked = List.of(option, value);
    assertThat(go(folder, asked, one)).isZero();
    assertThat(go(folder, asked, one)).isZero();
    assertThat(errors).asString().contains("one is measured: ");

    assertThat(go(folder, one)).isEqualTo(1);

    assertThat(errors).asString().contains("was measured with other options");
  }

  @Test
  void shouldRefuseCallsThatTakeLongerThanTheirGeneratorMayRun(@TempDir Path folder) {
    List<String> asked = List.of("--calls", "1000000", "--rate", "1");

    assertThat(go(folder, asked, new Given("one", null))).isNotZero();

    assertThat(errors).asString().contains("as many as 1/s make in 12 hours, or fewer");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldFailWhereAReportLeavesAnExperimentOut(@TempDir Path folder) throws IOException {
    Given one = new Given("one", null);
    Given other = new Given("other", null);
    assertThat(run(folder, one, other)).isZero();
    Files.writeString(folder.resolve("one/about.json"), "");

    ExperimentCommand command = of(one, other);
    assertThat(execute(command, "report", folder.toString())).isEqualTo(1);

    assertThat(errors).asString().startsWith(folder.resolve("one") + " is left out: ");
    assertThat(folder.resolve("index.html")).content().contains("The title of other");
  }

  @Test
  void shouldLeaveNothingWhereAnotherExperimentRuns(@TempDir Path folder) {
    Given one = new Given("one", null);
    Supplier<ExperimentRun.Alone> other =
        () -> {
          throw new Failure("another experiment runs (process 7): wait for it to end");
        };

    assertThat(run(new ExperimentCommand(List.of(one), other), folder, one)).isEqualTo(1);

    assertThat(errors).asString().contains("another experiment runs (process 7)");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldKeepOthersAwayUntilTheReportIsWritten(@TempDir Path folder) {
    Given one = new Given("one", null);
    AtomicBoolean reported = new AtomicBoolean();
    Supplier<ExperimentRun.Alone> alone =
        () -> () -> reported.set(Files.exists(folder.resolve("index.html")));

    assertThat(run(new ExperimentCommand(List.of(one), alone), folder, one)).isZero();

    assertThat(reported).isTrue();
  }

  @Test
  void shouldCheckOnlyWhatComparesWaysToMirror(@TempDir Path folder) {
    Given one = new Given("one", null);
    Given other = new Given("other", null);
    other.comparesMirroring = false;

    assertThat(go(folder, List.of("--without-effect"), one, other)).isEqualTo(1);
    assertThat(errors).asString().contains("compare ways to mirror: leave out other");
    assertThat(folder).isEmptyDirectory();

    assertThat(go(folder, List.of("--without-effect"), one)).isZero();
  }

  /** An experiment that has one value, or fails. */
  private static final class Given implements Experiment {
    private final String name;
    private final @Nullable Exception fault;
    private String missing = "";
    private boolean comparesMirroring = true;

    Given(String name, @Nullable Exception fault) {
      this.name = name;
      this.fault = fault;
    }

    @Override
    public Description description() {
      return new Description(name, "The title of " + name, "", "", List.of(), List.of());
    }

    @Override
    public String missing() {
      return missing;
    }

    @Override
    public boolean comparesMirroring() {
      return comparesMirroring;
    }

    @Override
    public List<Subject> subjects(Scale scale) {
      return List.of(new Subject("a", 1));
    }

    @Override
    public Run start(Scale scale, Notes about) throws InterruptedException {
      if (fault instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (fault instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      return new Run() {
        @Override
        public Map<String, Double> measure(Subject subject) {
          return Map.of("seconds", 1.0);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Outcome outcome(Table rows, Table lines) {
      return new Outcome(List.of(), Map.of(), List.of());
    }
  }
}
