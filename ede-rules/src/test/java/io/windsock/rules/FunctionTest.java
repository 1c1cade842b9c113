package io.windsock.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.MirroringFunction;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mirroring and forwarding functions written in Java. */
class FunctionTest {
  private static final SchemaVersion POSITION =
      AirlineEvents.CATALOGUE.type("FlightPosition").current();
  private static final SchemaVersion STATUS =
      AirlineEvents.CATALOGUE.type("FlightStatus").current();

  @Test
  void shouldMirrorWhatTheFunctionLetsThrough() {
    RuleRun run = new RuleRun(new FunctionRule("mine", "every-third"));

    for (int i = 1; i <= 7; i++) {
      run.receive(AirlineEvents.position(i));
    }
    run.receive(AirlineEvents.status(8, "LANDED", "B1"));

    assertThat(run.sent).containsExactly("1", "4", "7", "8");
    assertThat(run.taken[0]).isEqualTo(4);
    assertThat(run.missing()).isZero();
  }

  @Test
  void shouldCountWhatTheFunctionKeptBackSinceItLastSent() {
    RuleRun run = new RuleRun(new FunctionRule("mine", "every-third"));

    run.receive(AirlineEvents.position(1), 0);
    run.receive(AirlineEvents.position(2), 10);
    run.receive(AirlineEvents.position(3), 20);

    assertThat(run.missing()).isEqualTo(2);
    assertThat(run.missingSinceMs()).isEqualTo(1010);
  }

  @Test
  void shouldRememberAcrossARestart() {
    RuleRun run = new RuleRun(new FunctionRule("mine", "every-third"));
    run.receive(AirlineEvents.position(1));
    run.receive(AirlineEvents.position(2));

    run.restart(0);

    run.receive(AirlineEvents.position(3));
    run.receive(AirlineEvents.position(4));
    assertThat(run.sent).containsExactly("1", "4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"failing", "broken"})
  void shouldSendWhenTheFunctionFails(String function) {
    RuleRun run = new RuleRun(new FunctionRule("mine", function));

    run.receive(AirlineEvents.position(1));

    assertThat(run.sent).containsExactly("1");
  }

  @Test
  void shouldForwardWhatTheFunctionLetsThroughAndEverythingEssential() {
    RuleSet rules = RuleSet.mirrorEverything(AirlineEvents.CATALOGUE).forwardedBy("every-third");
    MirroringFunction function = new MirroringFunction(rules.compiled(), new RuleRun());
    KeyHistory leg = new KeyHistory("leg".getBytes(StandardCharsets.UTF_8), rules.layout());

    assertThat(function.forwards(leg, AirlineEvents.position(1), POSITION, 1, 0)).isTrue();
    assertThat(function.forwards(leg, AirlineEvents.position(2), POSITION, 2, 0)).isFalse();
    assertThat(function.forwards(leg, AirlineEvents.status(3, "OFF", ""), STATUS, 3, 0)).isTrue();
    assertThat(leg.dirty()).isTrue();
    assertThat(function.missing()).isZero();
    assertThat(rules.text()).isEqualTo(RuleSet.mirrorEverything(rules.catalogue()).text());
  }

  @Test
  void shouldIdentifyAFunctionByTheNumberOfValuesThatItRemembersToo() {
    assertThat(remembering(0)).isEqualTo("mine 0");
    assertThat(remembering(1)).as("as in earlier versions").isEqualTo("mine");
    assertThat(remembering(2)).isEqualTo("mine 2");
    assertThat(new FunctionRule("thinned", "failing").identity())
        .isEqualTo("function thinned failing 0");
  }

  /** Returns the identity of a function that remembers so many values. */
  private static String remembering(int numbers) {
    EventFunction function =
        new EventFunction() {
          @Override
          public String name() {
            return "mine";
          }

          @Override
          public String explain() {
            return "";
          }

          @Override
          public int numbers() {
            return numbers;
          }

          @Override
          public boolean sends(Input event, long[] memory) {
            return true;
          }
        };
    return new EventFunctions(List.of(function).iterator()).identityOf("mine");
  }

  @Test
  void shouldFindTheOthersWhereOneCanNotBeUsed() {
    EventFunction nameless =
        new EventFunction() {
          @Override
          public String name() {
            throw new IllegalStateException("no name");
          }

          @Override
          public String explain() {
            return "";
          }

          @Override
          public boolean sends(Input event, long[] memory) {
            return true;
          }
        };
    Iterator<EventFunction> found = List.of(nameless, new EveryThird()).iterator();
    Iterator<EventFunction> providers =
        new Iterator<>() {
          private boolean failed;

          @Override
          public boolean hasNext() {
            if (!failed) {
              failed = true;
              throw new UnsupportedClassVersionError("of a later Java");
            }
            return found.hasNext();
          }

          @Override
          public EventFunction next() {
            return found.next();
          }
        };

    assertThat(new EventFunctions(providers).without("mine"))
        .contains("there are [every-third], and unusable ones:")
        .contains("no name")
        .contains("of a later Java");
  }

  @Test
  void shouldNameTheFunctionsThereAre() {
    assertThatThrownBy(
            () -> RuleSet.of(AirlineEvents.CATALOGUE, List.of(new FunctionRule("mine", "nobodys"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("rules[0].function")
        .hasMessageContaining("'nobodys' is not a function on the class path")
        .hasMessageContaining("every-third");
    assertThatThrownBy(
            () -> RuleSet.mirrorEverything(AirlineEvents.CATALOGUE).forwardedBy("nobodys"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'nobodys'");
  }
}
