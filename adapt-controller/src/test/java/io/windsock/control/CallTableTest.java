package io.windsock.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.control.params.Caller;
import io.windsock.control.params.Mirroring;
import io.windsock.control.params.Written;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallTableTest {
  private static final String TUPLE =
      "{'parts':[{'name':'l','type':'FlightStatus','when':'a'},{'name':'g','type':'FlightStatus'}],"
          + "'derive':'FlightArrived','fields':{'gate':'g.gate'},'timeToLiveMs':60000,'absorb':true}";

  private final List<String> made = new ArrayList<>();
  private final CallTable calls = new CallTable(this::recording);

  private Mirroring recording(Caller caller) {
    return (Mirroring)
        Proxy.newProxyInstance(
            Mirroring.class.getClassLoader(),
            new Class<?>[] {Mirroring.class},
            (proxy, method, arguments) -> {
              made.add(caller.who() + ": " + method.getName() + Arrays.toString(arguments));
              return new Written(made.size(), List.of());
            });
  }

  private long call(String name, String arguments) {
    try {
      JsonNode object = new ObjectMapper().readTree(arguments.replace('\'', '"'));
      return calls.call(name, object, Caller.named("Ann")).epoch();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "init | {} | initnull",
        "init | {'coalesce':true,'number':10,'length':20} | init[true, 10, 20]",
        "mirror | {} | mirrornull",
        "fwd | {} | fwdnull",
        "set-mirror | {'function':'busy'} | setMirror[busy]",
        "set-fwd | {'function':''} | setFwd[]",
        "set-params | {'coalesce':false,'number':2,'checkpointEvery':100} | setParams[false, 2, 100]",
        "set-overwrite | {'type':'FlightPosition','length':20}"
            + " | setOverwrite[FlightPosition, 20, null, null]",
        "set-overwrite | {'type':'FlightPosition','length':20,'mode':'latest','maxHoldMs':1500}"
            + " | setOverwrite[FlightPosition, 20, latest, PT1.5S]",
        "set-complex-seq | {'after':{'type':'A','when':'b'},'discard':'C','untilMs':1000}"
            + " | setComplexSeq[A with b, C, PT1S]",
        "remove-rule | {'name':'positions'} | removeRule[positions]",
        "set-adapt | {'parameter':'overwriteLength','percent':100}"
            + " | setAdapt[OVERWRITE_LENGTH, 100]",
        "set-adapt | {'parameter':2,'percent':-50} | setAdapt[OVERWRITE_LENGTH, -50]",
        "set-adapt | {'function':'busy'} | setAdapt[busy]",
        "set-monitor-values | {'value':'pending','primary':500,'secondary':300.5}"
            + " | setMonitorValues[pending, 500.0, 300.5]",
        "set-monitor-values | {'value':2,'primary':5,'secondary':0}"
            + " | setMonitorValues[2, 5.0, 0.0]",
        "set-function | {'name':'x','rules':'rules: []','checkpointEvery':50}"
            + " | setFunction[x, rules: [], , 50]",
        "set-policy | {'policy':'off'} | setPolicy[off, null, null, null]",
        "set-policy | {'policy':'objective','updateDelayGoalMs':200,'holdMs':1}"
            + " | setPolicy[objective, 200, null, 1]",
        "pin | {'function':'busy'} | pin[busy]",
        "release | {} | releasenull",
        "set-complex-tuple | "
            + TUPLE
            + " | setComplexTuple[[l (FlightStatus with a), g (FlightStatus)], FlightArrived,"
            + " {gate=g.gate}, PT1M, true]"
      })
  void shouldMakeTheCall(String name, String arguments, String expected) {
    assertThat(call(name, arguments)).isEqualTo(1);
    assertThat(made).containsExactly("Ann: " + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "set-overwrite | {} | set-overwrite.type: is missing; it must be a text",
        "set-overwrite | {} | set-overwrite.length: is missing; it must be a whole number",
        "set-overwrite | {'type':[3],'length':1} | set-overwrite.type: is [3]; it must be a text",
        "set-overwrite | {'type':'A','length':1.5} | length: is 1.5; it must be a whole number",
        "set-overwrite | {'type':'A','length':9999999999} | length: is 9999999999",
        "set-overwrite | {'type':'A','length':1,'mode':'best'} | mode: is 'best'",
        "set-overwrite | {'type':'A','length':1,'colour':1} | set-overwrite.colour: is not known here",
        "mirror | {'now':true} | mirror.now: is not known here",
        "init | {'coalesce':true} | init.number: is missing",
        "init | {'coalesce':1,'number':2,'length':1} | coalesce: is 1; it must be true or false",
        "set-adapt | {'parameter':'colour','percent':1} | 'colour' is none that can be adapted",
        "set-monitor-values | {'value':'cpu','primary':'x','secondary':1} | primary: is #x#",
        "set-complex-seq | {'after':{'typ':'A'},'discard':'B'} | after.type: is missing",
        "set-complex-seq | {'after':{'typ':'A'},'discard':'B'} | after.typ: is not known here",
        "set-complex-seq | {'after':[],'discard':'B'} | after: is []; it must be an object",
        "set-complex-tuple | {'parts':[{'name':'a'}]} | parts[0].type: is missing",
        "set-complex-tuple | {'parts':3} | parts: is 3; it must be a list of objects",
        "set-complex-tuple | {'fields':[]} | fields: is []; it must be an object",
        "set-complex-tuple | {'fields':{'gate':{}}} | fields.gate: is {}; it must be a text",
        "set-policy | {'policy':'off','holdMs':'2s'} | holdMs: is #2s#; it must be a whole number",
      })
  void shouldRefuseWhatCanNotBe(String name, String arguments, String fault) {
    assertThatThrownBy(() -> call(name, arguments))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(fault.replace('#', '"'));
    assertThat(made).isEmpty();
  }

  @Test
  void shouldShowNotMuchOfALongValue() {
    assertThatThrownBy(() -> call("pin", "{'function':[" + "1,".repeat(1_000) + "1]}"))
        .hasMessageContaining("1,1…; it must be a text")
        .message()
        .hasSizeLessThan(200);
  }

  @Test
  void shouldHaveEveryMethodOfTheApi() {
    List<String> methods =
        Arrays.stream(Mirroring.class.getMethods())
            .map(Method::getName)
            .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
            .distinct()
            .toList();
    assertThat(calls.names()).containsExactlyInAnyOrderElementsOf(methods);
  }
}
