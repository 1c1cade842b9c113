package io.windsock.ede;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The board sections of {@code views.yaml}: what is made of them, and their faults. */
class BoardFileTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EDE =
      "events: {FlightPosition: {}, FlightStatus: {}, BoardingEvent: {}, BaggageEvent: {},"
          + " CrewEvent: {}}";

  /** A view {@code v} with these columns and this section; more of the file after it. */
  private static String file(String board, String more) {
    return "views:\n  v:\n    parameter: {airport: destination}\n    columns: {sched: "
        + "scheduledArrival, est: estimatedArrival, gateNo: gate, status: status, alt: altitudeFt,"
        + " onGround: onGround, latitude: latitude, longitude: longitude, version: version}\n"
        + (board.isEmpty() ? "" : "    board: " + board + "\n")
        + "  other: {columns: {gateNo: gate}}\n"
        + more;
  }

  private static EdeDefinition definition(String board, String more) {
    return EdeDefinition.parse(EDE, file(board, more), CATALOGUE);
  }

  private static JsonNode view(EdeDefinition definition, String name) {
    return json(requireNonNull(definition.view(name)).board());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  private static JsonNode yaml(String flow) {
    return json(flow.replace('\'', '"'));
  }

  private static List<String> faults(String board, String more) {
    ConfigurationException e =
        catchThrowableOfType(ConfigurationException.class, () -> definition(board, more));
    return e == null ? List.of() : e.faults().stream().map(Fault::toString).toList();
  }

  @Test
  void shouldShowAViewWithoutASectionByItsOwnColumns() {
    EdeDefinition definition = definition("", "");

    assertThat(view(definition, "v"))
        .isEqualTo(
            yaml(
                "{'title': 'V', 'order': [], 'columns': ["
                    + "{'name': 'sched', 'title': 'Sched', 'value': ['sched']},"
                    + "{'name': 'est', 'title': 'Est', 'value': ['est']},"
                    + "{'name': 'gateNo', 'title': 'Gate no', 'value': ['gateNo']},"
                    + "{'name': 'status', 'title': 'Status', 'value': ['status']},"
                    + "{'name': 'alt', 'title': 'Alt', 'value': ['alt']},"
                    + "{'name': 'onGround', 'title': 'On ground', 'value': ['onGround']},"
                    + "{'name': 'latitude', 'title': 'Latitude', 'value': ['latitude']},"
                    + "{'name': 'longitude', 'title': 'Longitude', 'value': ['longitude']}],"
                    + "'map': {'latitude': 'latitude', 'longitude': 'longitude', 'label': ['key']}}"));
    assertThat(view(definition, "other").has("map")).isFalse();
    assertThat(json(definition.board()))
        .isEqualTo(
            yaml(
                "{'rows': ['row', 'rows'], 'points': ['point', 'points'], 'start': 'other',"
                    + "'parameters': [{'name': 'airport', 'title': 'Airport', 'upperCase': false}]}"));
  }

  @Test
  void shouldCompleteAViewsSectionByTheFiles() {
    EdeDefinition definition =
        definition(
            "{title: T, columns: {time: {title: Due}, gateNo: {}}, order: [gateNo]}",
            """
            board:
              order: [[est, sched]]
              silent: {since: est, after: 90s, unless: {status: LANDED}}
              columns:
                time: {title: Time, value: [est, sched], was: sched, late: 15m}
                gateNo: {title: Gate, as: strong, faint: {status: ["OFF", LANDED]}}
            """);

    JsonNode board = view(definition, "v");

    assertThat(board.get("order")).isEqualTo(yaml("[['gateNo']]"));
    assertThat(board.get("columns"))
        .isEqualTo(
            yaml(
                "[{'name': 'time', 'title': 'Due', 'value': ['est', 'sched'], 'was': 'sched',"
                    + " 'lateMs': 900000}, {'name': 'gateNo', 'title': 'Gate', 'value': ['gateNo'],"
                    + " 'as': 'strong', 'faint': {'column': 'status', 'values': ['OFF',"
                    + " 'LANDED']}}]"));
    assertThat(board.get("silent"))
        .isEqualTo(
            yaml(
                "{'since': ['est'], 'afterMs': 90000, 'unless': {'column': 'status', 'values':"
                    + " ['LANDED']}}"));
    assertThat(view(definition, "other").get("order"))
        .as("a view without a section takes nothing from the file's")
        .isEmpty();
  }

  @Test
  void shouldTakeTextsAsTheyAre() {
    String evil = "<img src=x onerror=alert(1)>";
    EdeDefinition definition =
        definition("{title: '" + evil + "', columns: {gateNo: {unit: '\"&'}}}", "");

    assertThat(view(definition, "v").get("title").asText()).isEqualTo(evil);
    assertThat(view(definition, "v").at("/columns/0/unit").asText()).isEqualTo("\"&");
  }

  @Test
  void shouldColourTheAirlinesBadges() {
    JsonNode columns = view(EdeDefinition.builtIn(CATALOGUE), "arrivals").get("columns");
    JsonNode badge = columns.get(columns.size() - 1);

    assertThat(badge.at("/words/OFF").asText()).isEqualTo("Airborne");
    assertThat(badge.get("tones"))
        .isEqualTo(
            yaml(
                "{'LANDED': 'good', 'AT_RUNWAY': 'good', 'TAXIING': 'good', 'AT_GATE': 'good',"
                    + " 'OUT': 'active', 'OFF': 'active', 'BOARDING': 'notice', 'DELAYED': 'notice',"
                    + " 'CANCELLED': 'bad', 'DIVERTED': 'bad'}"));
  }

  static Stream<Arguments> broken() {
    String at = "views.v.board.";
    return Stream.of(
        arguments("{titel: T}", "", at + "titel: is not known here; known are title, "),
        arguments("[]", "", "views.v.board: is []; it must be a mapping of names to values"),
        arguments("{title: 7}", "", at + "title: must be a text of 64 characters at most"),
        arguments("{title: \"a\\nb\"}", "", at + "title: must be a text of 64"),
        arguments("{title: " + "x".repeat(65) + "}", "", at + "title: must be a text of 64"),
        arguments("{empty: 'at {gate}'}", "", at + "empty: is 'at {gate}'; in braces may stand {"),
        arguments("{order: [gate]}", "", at + "order[0]: is 'gate', which is not a column of view"),
        arguments("{order: [[]]}", "", at + "order[0]: names 0 columns; it must be 1 to 16"),
        arguments("{columns: {}}", "", at + "columns: lists 0 columns; it must be 1 to 32"),
        arguments(
            "{columns: {"
                + IntStream.range(0, 33)
                    .mapToObj(i -> "c" + i + ": {value: key}")
                    .collect(Collectors.joining(", "))
                + "}}",
            "",
            at + "columns: lists 33 columns; it must be 1 to 32"),
        arguments("{columns: {gat: {}}}", "", at + "columns.gat: needs 'value': rows have no col"),
        arguments("{columns: {'a b': {value: key}}}", "", "a name is a letter, then letters"),
        arguments("{columns: {'': {value: key}}}", "", "a name is a letter, then letters"),
        arguments("{columns: {gateNo: {wdth: 3}}}", "", at + "columns.gateNo.wdth: is not known"),
        arguments("{columns: {gateNo: {width: 9px}}}", "", "is '9px'; it must be a width such"),
        arguments("{columns: {gateNo: {as: big}}}", "", "is 'big'; it may be one of [badge, lead"),
        arguments("{columns: {gateNo: {precision: minute}}}", "", "is for columns of the kind ti"),
        arguments("{columns: {sched: {precision: hour}}}", "", "is 'hour'; it may be one of [min"),
        arguments("{columns: {gateNo: {decimals: 1}}}", "", "is for columns of the kind number"),
        arguments("{columns: {alt: {decimals: 10}}}", "", "decimals: is 10; it must be 0 to 9"),
        arguments("{columns: {est: {was: gateNo}}}", "", "was: is 'gateNo', a text; it must be a"),
        arguments("{columns: {est: {late: 15m}}}", "", "late: needs 'was': the time that it is"),
        arguments("{columns: {est: {was: sched, late: soon}}}", "", "is 'soon'; it must be a dur"),
        arguments("{columns: {est: {was: sched, late: 999999h}}}", "", "a year at most"),
        arguments(
            "{columns: {est: {was: sched, beside: gateNo}}}", "", "can't be combined with 'was'"),
        arguments(
            "{columns: {gateNo: {beside: gate}}}", "", "beside: is 'gate', which is not a col"),
        arguments(
            "{columns: {status: {words: {GONE: Gone}}}}",
            "",
            at + "columns.status.words.GONE: 'GONE' is never in [status]; it is one of [UNKNOWN, "),
        arguments("{columns: {onGround: {words: {yes: Y}}}}", "", "it is one of [true, false]"),
        arguments(
            "{columns: {status: {tones: {red: OUT}}}}", "", "tones.red: is not a tone; it may"),
        arguments(
            "{columns: {status: {tones: {good: OUT, bad: [OUT]}}}}", "", "'OUT' a second time"),
        arguments("{columns: {status: {tones: {good: off}}}}", "", "'off' is never in [status]"),
        arguments(
            "{columns: {status: {otherwise: {x: y}}}}", "", "'x' is not a column of the view"),
        arguments("{columns: {gateNo: {faint: {status: GONE}}}}", "", "'GONE' is never in [stat"),
        arguments(
            "{columns: {gateNo: {faint: {gate: A}}}}", "", "'gate' is not a column of the vi"),
        arguments("{columns: {gateNo: {faint: {}}}}", "", "faint: names 0 columns; it must be one"),
        arguments("{map: {heading: gateNo}}", "", "map.heading: is 'gateNo', a text; it must be"),
        arguments(
            "{map: {latitude: lat}}", "", at + "map.latitude: is 'lat', which is not a column"),
        arguments("{silent: {after: 2m}}", "", at + "silent.since: names 0 columns; it must be 1"),
        arguments("{silent: {since: gateNo, after: 2m}}", "", "since: is 'gateNo', a text; it mu"),
        arguments("{past: {since: est}}", "", at + "past.after: is missing"),
        arguments("", "board: {title: T}", "board.title: is not known here; known are rows"),
        arguments("", "board: {start: w}", "board.start: is 'w'; the views are [other, v]"),
        arguments("", "board: {rows: [a]}", "board.rows: must be two words, for one and for many"),
        arguments("", "board: {parameters: {a: {}}}", "board.parameters.a: is the parameter of no"),
        arguments(
            "",
            "board: {parameters: {airport: {without: v}}}",
            "board.parameters.airport.without: is 'v', which is not a view without a parameter"),
        arguments(
            "",
            "board: {parameters: {airport: {pattern: '(a+)+$', hint: h}}}",
            "is '(a+)+$'; it must be characters and how many, such as [A-Z0-9]{3,4}"),
        arguments(
            "", "board: {parameters: {airport: {pattern: '[Z-A]{1}', hint: h}}}", "is '[Z-A]{1}'"),
        arguments(
            "", "board: {parameters: {airport: {pattern: '[A]{1}'}}}", "pattern: needs 'hint': w"),
        arguments(
            "{columns: {gateNo: {}}}",
            "board: {columns: {gate: {}}}",
            "board.columns.gate: is shown in no view"),
        arguments(
            "{columns: {gateNo: {}}}",
            "board: {columns: {gateNo: {value: gate}}}",
            "board.columns.gateNo.value: is 'gate', which is not a column of view 'v'"));
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @MethodSource("broken")
  void shouldNameTheFaultOfASection(String board, String more, String expected) {
    assertThat(faults(board, more))
        .allMatch(fault -> fault.startsWith("views.yaml: "))
        .anyMatch(fault -> fault.contains(expected))
        .doesNotHaveDuplicates();
  }

  /** What data folders of earlier builds remember: computed before views had board sections. */
  @Test
  void shouldLeaveTheFingerprintAsItWasWithoutSections() {
    assertThat(EdeDefinition.builtIn(CATALOGUE).fingerprint())
        .isEqualTo("a18298a5ca447f17f543d7a54758ed1c");
    assertThat(definition("{title: T}", "board: {rows: [a, b]}").fingerprint())
        .isEqualTo(definition("", "").fingerprint());
  }

  @Test
  void shouldTakeAColumnThatIsCalledBoardForAColumn() {
    String views = "views: {v: {columns: {board: gate}}}";

    assertThat(EdeDefinition.parse(EDE, views, CATALOGUE).fingerprint())
        .isNotEqualTo(
            EdeDefinition.parse(EDE, views.replace("gate", "belt"), CATALOGUE).fingerprint());
  }
}
