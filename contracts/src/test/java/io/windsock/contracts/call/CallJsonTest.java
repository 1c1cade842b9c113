package io.windsock.contracts.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls as JSON: which record they become, what is refused, and in which words. */
class CallJsonTest {
  private static final String TUPLE =
      "{'parts':[{'name':'l','type':'FlightStatus','when':'a'},{'name':'g','type':'FlightStatus'}],"
          + "'derive':'FlightArrived','fields':{'gate':'g.gate'},'timeToLiveMs':60000,'absorb':true}";

  private static MirroringCall read(String name, String arguments) {
    try {
      JsonNode object = new ObjectMapper().readTree(arguments.replace('\'', '"'));
      return CallJson.read(name, object);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "init | {} | Init[]",
        "init | {'coalesce':true,'number':10,'length':20} | InitWith[coalesce=true, number=10, length=20]",
        "init | {'number':10,'length':20} | InitWith[coalesce=true, number=10, length=20]",
        "mirror | {} | Mirror[]",
        "fwd | {} | Fwd[]",
        "set-mirror | {'function':'busy'} | SetMirror[function=busy]",
        "set-fwd | {'function':''} | SetFwd[function=]",
        "set-params | {'coalesce':false,'number':2,'checkpointEvery':100}"
            + " | SetParams[coalesce=false, number=2, checkpointEvery=100]",
        "set-params | {'number':2,'checkpointEvery':100}"
            + " | SetParams[coalesce=true, number=2, checkpointEvery=100]",
        "set-overwrite | {'type':'FlightPosition','length':20}"
            + " | SetOverwrite[type=FlightPosition, length=20, mode=null, maxHoldMs=null]",
        "set-overwrite | {'type':'FlightPosition','length':20,'mode':null}"
            + " | SetOverwrite[type=FlightPosition, length=20, mode=null, maxHoldMs=null]",
        "set-overwrite | {'type':'FlightPosition','length':20,'mode':'latest','maxHoldMs':1500}"
            + " | SetOverwrite[type=FlightPosition, length=20, mode=latest, maxHoldMs=1500]",
        "set-complex-seq | {'after':{'type':'A','when':'b'},'discard':'C','untilMs':1000}"
            + " | SetComplexSeq[after=A with b, discard=C, untilMs=1000]",
        "set-complex-seq | {'after':{'type':'A'},'discard':'C'}"
            + " | SetComplexSeq[after=A, discard=C, untilMs=43200000]",
        "remove-rule | {'name':'positions'} | RemoveRule[name=positions]",
        "set-adapt | {'parameter':'overwriteLength','percent':100}"
            + " | SetAdapt[parameter=overwriteLength, percent=100]",
        "set-adapt | {'parameter':2,'percent':-50} | SetAdapt[parameter=overwriteLength, percent=-50]",
        "set-adapt | {'function':'busy'} | SetAdaptFunction[function=busy]",
        "set-monitor-values | {'value':'pending','primary':500,'secondary':300.5}"
            + " | SetMonitorValues[value=pending, primary=500.0, secondary=300.5]",
        "set-monitor-values | {'value':2,'primary':5,'secondary':0}"
            + " | SetMonitorValues[value=2, primary=5.0, secondary=0.0]",
        "set-monitor-values | {'value':'cpu','primary':0,'secondary':0}"
            + " | SetMonitorValues[value=cpu, primary=0.0, secondary=0.0]",
        "set-monitor-values | {'value':'cpu','primary':3,'secondary':3}"
            + " | SetMonitorValues[value=cpu, primary=3.0, secondary=3.0]",
        "set-function | {'name':'x','rules':'rules: []','checkpointEvery':50}"
            + " | SetFunction[name=x, rules=rules: [], forward=, checkpointEvery=50]",
        "set-policy | {'policy':'off'}"
            + " | SetPolicy[policy=off, updateDelayGoalMs=null, stalenessLimitMs=null, holdMs=null]",
        "set-policy | {'policy':'objective','updateDelayGoalMs':200,'holdMs':1}"
            + " | SetPolicy[policy=objective, updateDelayGoalMs=200, stalenessLimitMs=null, holdMs=1]",
        "set-policy | {'policy':'thresholds','updateDelayGoalMs':1,'stalenessLimitMs':86400000,'holdMs':0}"
            + " | SetPolicy[policy=thresholds, updateDelayGoalMs=1, stalenessLimitMs=86400000, holdMs=0]",
        "pin | {'function':'busy'} | Pin[function=busy]",
        "release | {} | Release[]",
        "set-complex-tuple | {'parts':[],'derive':'D'}"
            + " | SetComplexTuple[parts=[], derive=D, fields={}, timeToLiveMs=1800000, absorb=false]",
        "set-complex-tuple | "
            + TUPLE
            + " | SetComplexTuple[parts=[l (FlightStatus with a), g (FlightStatus)],"
            + " derive=FlightArrived, fields={gate=g.gate}, timeToLiveMs=60000, absorb=true]"
      })
  void shouldReadWhatItWrites(String name, String arguments, String expected) {
    MirroringCall call = read(name, arguments);
    assertThat(call).hasToString(expected);
    assertThat(CallJson.name(call)).isEqualTo(name);
    assertThat(CallJson.read(name, CallJson.write(call))).isEqualTo(call);
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
        "set-overwrite | {'type':'A','length':1,'mode':'best'}"
            + " | set-overwrite.mode: is 'best'; it must be first or latest",
        "set-overwrite | {'type':'A','length':1,'mode':'FIRST'} | mode: is 'FIRST'",
        "set-overwrite | {'type':'A','length':1,'mode':''} | mode: is ''; it must be first or latest",
        "set-overwrite | {'type':'A','length':1,'mode':0} | mode: is '0'; it must be first or latest",
        "set-overwrite | {'type':'A','length':1,'mode':['first']} | mode: is [#first#]; it must be a text",
        "set-overwrite | {'length':1,'mode':'best'} | set-overwrite.type: is missing",
        "set-overwrite | {'length':1,'mode':'best'} | set-overwrite.mode: is 'best'; it must be first or",
        "set-overwrite | {'type':'A','length':1,'colour':1} | set-overwrite.colour: is not known here",
        "set-overwrite | {'type':'A','length':0,'maxHoldMs':0} | length: is 0; it must be 1 to 100000",
        "set-overwrite | {'type':'A','length':0,'maxHoldMs':0} | maxHoldMs: is 0; it must be 1 to",
        "mirror | {'now':true} | mirror.now: is not known here",
        "mirror | [] | mirror: takes a JSON object",
        "init | {'coalesce':true}"
            + " | init: is given {coalesce}; it takes {} or {coalesce (default: true), number, length}",
        "init | {'colour':true} | init: is given {colour}; it takes {} or {coalesce",
        "init | {'number':null,'length':1} | init: is given {number (null), length}; it takes {} or {",
        "init | {'number':1,'length':0} | init.number: is 1; it must be 2 to 256",
        "init | {'coalesce':1,'number':2,'length':1} | coalesce: is 1; it must be true or false",
        "set-adapt | {} | set-adapt: is given {}; it takes {parameter, percent} or {function}",
        "set-adapt | [] | set-adapt: takes a JSON object",
        "set-adapt | {'percent':'x'} | set-adapt: is given {percent}; it takes {parameter, percent} or",
        "set-adapt | {'function':1.5} | set-adapt.function: is 1.5; it must be a text",
        "set-adapt | {'parameter':'colour','percent':1} | set-adapt.parameter: 'colour' can't be adapted;"
            + " choose one of [coalesce, coalesceNumber, overwriteLength, checkpointEvery]",
        "set-adapt | {'parameter':'','percent':1} | set-adapt.parameter: '' can't be adapted; choose one",
        "set-adapt | {'parameter':4,'percent':1} | set-adapt.parameter: '4' can't be adapted; choose one",
        "set-adapt | {'parameter':'OVERWRITE_LENGTH','percent':1} | parameter: 'OVERWRITE_LENGTH' can't",
        "set-adapt | {'parameter':'colour','percent':1.5} | set-adapt.parameter: 'colour' can't be",
        "set-adapt | {'parameter':'colour','percent':1.5} | set-adapt.percent: is 1.5; it must be a whole",
        "set-adapt | {'parameter':{},'percent':1} | set-adapt.parameter: is {}; it must be a text",
        "set-adapt | {'parameter':'coalesce','percent':1,'function':'busy'}"
            + " | set-adapt: is given {parameter, percent, function}; it takes {parameter, percent} or",
        "set-adapt | {'parameter':'coalesce','percent':-200} | percent: is -200; it must be -100 to",
        "set-monitor-values | {'value':'cpu','primary':'x','secondary':1} | primary: is #x#",
        "set-monitor-values | {'value':'cpu','primary':-1,'secondary':0}"
            + " | set-monitor-values.primary: is -1.0; it must be 0, to ignore the value,",
        "set-monitor-values | {'value':'cpu','primary':1e999,'secondary':0} | primary: is Infinity",
        "set-monitor-values | {'value':'cpu','primary':-1,'secondary':-2}"
            + " | set-monitor-values.secondary: is -2.0; it must be 0 to primary",
        "set-monitor-values | {'value':'cpu','primary':2,'secondary':3}"
            + " | set-monitor-values.secondary: is 3.0; it must be 0 to primary, 2.0",
        "set-monitor-values | {'value':'cpu','primary':2,'secondary':-0.5} | secondary: is -0.5; it must",
        "set-monitor-values | {'value':'cpu','primary':2,'secondary':1e999} | secondary: is Infinity",
        "set-monitor-values | {'value':'cpu','primary':0,'secondary':5}"
            + " | set-monitor-values.secondary: is 5.0; it must be 0 where primary is 0",
        "set-complex-seq | {'after':{'typ':'A'},'discard':'B'} | after.type: is missing",
        "set-complex-seq | {'after':{'typ':'A'},'discard':'B'} | after.typ: is not known here",
        "set-complex-seq | {'after':[],'discard':'B'} | after: is []; it must be an object",
        "set-complex-tuple | {'parts':[{'name':'a'}]} | parts[0].type: is missing",
        "set-complex-tuple | {'parts':[3],'derive':'D'} | parts[0]: takes a JSON object",
        "set-complex-tuple | {'parts':3} | parts: is 3; it must be a list of objects",
        "set-complex-tuple | {'fields':[]} | fields: is []; it must be an object",
        "set-complex-tuple | {'fields':{'gate':{}}} | fields.gate: is {}; it must be a text",
        "set-policy | {'policy':'off','holdMs':'2s'} | holdMs: is #2s#; it must be a whole number",
        "set-policy | {'policy':'bold'} | policy: is 'bold'; it must be one of [thresholds,",
        "set-policy | {'policy':'off','updateDelayGoalMs':0}"
            + " | set-policy.updateDelayGoalMs: is 0; it must be 1 to 86400000",
        "set-policy | {'policy':'off','updateDelayGoalMs':9000000000000000000}"
            + " | set-policy.updateDelayGoalMs: is 9000000000000000000; it must be 1 to 86400000",
        "set-policy | {'policy':'off','stalenessLimitMs':-1}"
            + " | set-policy.stalenessLimitMs: is -1; it must be 1 to 86400000",
        "set-policy | {'policy':'off','stalenessLimitMs':86400001}"
            + " | set-policy.stalenessLimitMs: is 86400001; it must be 1 to 86400000",
        "set-policy | {'policy':'off','holdMs':-1} | set-policy.holdMs: is -1; it must be 0 to 864",
        "set-policy | {'policy':'off','holdMs':86400001}"
            + " | set-policy.holdMs: is 86400001; it must be 0 to 86400000",
        "set-function | {'name':'a b','rules':'','checkpointEvery':0} | set-function.name: is 'a b'",
        "set-function | {'name':'a b','rules':'','checkpointEvery':0} | checkpointEvery: is 0",
        "set-colour | {} | set-colour: is not a call; the calls are [init,",
      })
  void shouldRefuseWhatCanNotBe(String name, String arguments, String fault) {
    assertThatThrownBy(() -> read(name, arguments))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(fault.replace('#', '"'));
  }

  @ParameterizedTest
  @CsvSource({"NaN, 0", "Infinity, 0", "-Infinity, 0", "1, NaN", "0, NaN", "NaN, NaN"})
  void shouldRefuseAThresholdThatIsNoNumber(double primary, double secondary) {
    assertThatThrownBy(() -> new SetMonitorValues("cpu", primary, secondary))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("set-monitor-values.")
        .hasMessageContaining("is " + (primary == 0 || primary == 1 ? secondary : primary));
  }

  @Test
  void shouldCutALongValueShort() {
    assertThatThrownBy(() -> read("pin", "{'function':[" + "1,".repeat(1_000) + "1]}"))
        .hasMessageContaining("1,1…; it must be a text")
        .message()
        .hasSizeLessThan(200);
    assertThatThrownBy(() -> read("set-adapt", "{'" + "x".repeat(1_000) + "':1}"))
        .hasMessageContaining("xxx…; it takes {parameter, percent} or {function}")
        .message()
        .hasSizeLessThan(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"overwriteLength", "2"})
  void shouldNameAnAdjustedParameterByNameOrNumber(String name) {
    assertThat(AdjustedParameter.of(name)).isEqualTo(AdjustedParameter.OVERWRITE_LENGTH);
  }

  @Test
  void shouldSayWhatACallDoesAndWhatKindOfDecisionItIs() {
    assertThat(read("init", "{}").reason()).isEqualTo("init()");
    assertThat(read("init", "{}").startsOver()).isTrue();
    assertThat(read("set-fwd", "{'function':''}").reason()).isEqualTo("set fwd everything");
    assertThat(read("set-adapt", "{'parameter':2,'percent':50}").reason())
        .isEqualTo("set adapt overwriteLength by 50 %");
    assertThat(read("set-complex-tuple", TUPLE).reason())
        .isEqualTo(
            "set complex tuple: FlightArrived of [l (FlightStatus with a), g (FlightStatus)]");
    assertThat(read("pin", "{'function':'busy'}").kind()).isEqualTo("PIN");
    assertThat(read("release", "{}").kind()).isEqualTo("RELEASE");
    assertThat(read("release", "{}").startsOver()).isFalse();
  }
}
