package io.windsock.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Events;
import io.windsock.contracts.call.MirroringCall.Init;
import io.windsock.contracts.call.MirroringCall.InitWith;
import io.windsock.contracts.call.MirroringCall.SetAdapt;
import io.windsock.contracts.call.MirroringCall.SetAdaptFunction;
import io.windsock.contracts.call.MirroringCall.SetComplexSeq;
import io.windsock.contracts.call.MirroringCall.SetComplexTuple;
import io.windsock.contracts.call.MirroringCall.SetComplexTuple.Part;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Which call the arguments of a command make. */
class ParamsOptionsTest {
  @Command
  private static final class InitHolder {
    @Mixin private InitOptions options = new InitOptions();
  }

  @Command
  private static final class SequenceHolder {
    @Mixin private SequenceOptions options = new SequenceOptions();
  }

  @Command
  private static final class TupleHolder {
    @Mixin private TupleOptions options = new TupleOptions();
  }

  @Command
  private static final class AdaptHolder {
    @Mixin private AdaptOptions options = new AdaptOptions();
  }

  private static MirroringCall init(String... args) {
    return CommandLine.populateCommand(new InitHolder(), args).options.call();
  }

  private static SetComplexSeq sequence(String... args) {
    return CommandLine.populateCommand(new SequenceHolder(), args).options.call();
  }

  private static SetComplexTuple tuple(String... args) {
    return CommandLine.populateCommand(new TupleHolder(), args).options.call();
  }

  private static MirroringCall adapt(String... args) {
    return CommandLine.populateCommand(new AdaptHolder(), args).options.call();
  }

  @Test
  void shouldStartOverWithoutOptions() {
    assertThat(init()).isEqualTo(new Init());
  }

  @Test
  void shouldCoalesceWithEitherNumberOfEvents() {
    assertThat(init("--number", "20")).isEqualTo(new InitWith(true, 20, 1));
    assertThat(init("--length", "5")).isEqualTo(new InitWith(true, 10, 5));
    assertThat(init("--no-coalesce")).isEqualTo(new InitWith(false, 10, 1));
  }

  @Test
  void shouldDiscardAfterAnEventForHalfADay() {
    assertThat(sequence("A", "B", "--when", "x == 1"))
        .isEqualTo(new SetComplexSeq(new Events("A", "x == 1"), "B", TimeUnit.HOURS.toMillis(12)));
  }

  @Test
  void shouldReadPartsWithTheirConditions() {
    SetComplexTuple call =
        tuple("D", "--part", "a=A:  x == 'b:c' ", "--part", "b=B", "--field", "at=a.eventTime");

    assertThat(call)
        .isEqualTo(
            new SetComplexTuple(
                List.of(new Part("a", "A", "x == 'b:c'"), new Part("b", "B", null)),
                "D",
                Map.of("at", "a.eventTime"),
                TimeUnit.MINUTES.toMillis(30),
                false));
  }

  @Test
  void shouldRefuseAPartWithoutAType() {
    assertThatThrownBy(() -> tuple("D", "--part", "a", "--part", "b=B"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--part 'a' must be NAME=TYPE or NAME=TYPE:CONDITION");
  }

  @Test
  void shouldAdaptByAParameterOrAFunction() {
    assertThat(adapt("coalesceNumber", "50"))
        .isEqualTo(new SetAdapt(AdjustedParameter.of("coalesceNumber"), 50));
    assertThat(adapt("--install", "busy")).isEqualTo(new SetAdaptFunction("busy"));
  }

  @Test
  void shouldRefuseBothOrHalfOfAnAdaptation() {
    for (String[] args :
        List.of(
            new String[] {"coalesceNumber", "50", "--install", "busy"},
            new String[] {"coalesceNumber"},
            new String[] {})) {
      assertThatThrownBy(() -> adapt(args))
          .isInstanceOf(ParameterException.class)
          .hasMessage("give a parameter and a percentage, or --install FUNCTION");
    }
  }
}
