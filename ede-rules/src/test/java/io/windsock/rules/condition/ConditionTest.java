package io.windsock.rules.condition;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");
  private static final EventType STATUS = AIRLINE.type("FlightStatus");
  private static final EventType POSITION = AIRLINE.type("FlightPosition");

  private static Condition compile(EventType type, String expression) {
    List<String> faults = new ArrayList<>();
    Condition condition = new ConditionCompiler(type).compile(expression, faults);
    assertThat(faults).isEmpty();
    return condition;
  }

  private static boolean holds(EventType type, String expression, byte[] event) {
    return compile(type, expression).holds(event, type.current());
  }

  private static byte[] landed(Map<String, Object> more) {
    Schema schema = STATUS.current().schema();
    GenericRecordBuilder event =
        new GenericRecordBuilder(schema)
            .set("eventTime", 1_500_000_000_000L)
            .set(
                "status", new GenericData.EnumSymbol(schema.getField("status").schema(), "LANDED"));
    more.forEach(event::set);
    return new EventCodec(AIRLINE).encode(STATUS, event.build());
  }

  private static byte[] position() {
    GenericRecord event =
        new GenericRecordBuilder(POSITION.current().schema())
            .set("eventTime", -5L)
            .set("latitude", 51.5)
            .set("longitude", -0.5)
            .set("altitudeFt", -100)
            .set("groundSpeedKt", 250.5f)
            .set("onGround", false)
            .set("callsign", "BAW1€")
            .build();
    return new EventCodec(AIRLINE).encode(POSITION, event);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "status == 'LANDED'; true",
        "'LANDED' == status; true",
        "status == 'OUT'; false",
        "status != 'OUT'; true",
        "status in ['OUT', 'LANDED']; true",
        "status in ['OUT', 'OFF']; false",
        "status == 'OUT' || status == 'LANDED'; true",
        "status == 'LANDED' && gate == 'B32'; true",
        "gate == 'B3'; false",
        "gate == 'B32'; true",
        "gate.startsWith('B'); true",
        "eventTime == 1500000000000; true",
        "eventTime > 1500000000000; false",
        "reason == null; true",
        "gate == null; false",
        "reason != null && reason == 'x'; false",
      })
  void shouldAskAStatusEvent(String expression, boolean holds) {
    assertThat(holds(STATUS, expression, landed(Map.of("gate", "B32")))).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "latitude > 51.4 && longitude < 0.0; true",
        "altitudeFt == -100; true",
        "altitudeFt < 0.5; true",
        "groundSpeedKt > 250.0; true",
        "groundSpeedKt > 250; true",
        "!onGround; true",
        "callsign == 'BAW1€'; true",
        "callsign == 'BAW1'; false",
        "eventTime < 0; true",
      })
  void shouldAskAPosition(String expression, boolean holds) {
    assertThat(holds(POSITION, expression, position())).isEqualTo(holds);
  }

  private static boolean isText(@Nullable Object value, String... texts) {
    return value != null && List.of(texts).contains(value.toString());
  }

  private static final Map<String, Predicate<GenericRecord>> OF_STATUS =
      Map.of(
          "status in ['OUT', 'LANDED']", event -> isText(event.get("status"), "OUT", "LANDED"),
          "status == 'LANDED' && true", event -> isText(event.get("status"), "LANDED"),
          "gate == 'B32'", event -> isText(event.get("gate"), "B32"),
          "reason != null", event -> event.get("reason") != null,
          "eventTime > 1500000000000", event -> (long) event.get("eventTime") > 1_500_000_000_000L);

  private static final Map<String, Predicate<GenericRecord>> OF_POSITION =
      Map.of(
          "onGround", event -> Boolean.TRUE.equals(event.get("onGround")),
          "altitudeFt < 0", event -> event.get("altitudeFt") instanceof Integer feet && feet < 0,
          "callsign == 'BAW1€'", event -> isText(event.get("callsign"), "BAW1€"));

  @Test
  void shouldTakeOddlyEncodedEventsAsAvroDoes() {
    assertAgreement(STATUS, landed(Map.of("gate", "B32")), OF_STATUS);
    assertAgreement(POSITION, position(), OF_POSITION);
  }

  private static void assertAgreement(
      EventType type, byte[] event, Map<String, Predicate<GenericRecord>> conditions) {
    long seed = Long.getLong("windsock.conditions.seed", new Random().nextLong());
    Random random = new Random(seed);
    EventValidator validator = new EventValidator(AIRLINE);
    EventCodec codec = new EventCodec(AIRLINE);
    Map<Condition, Predicate<GenericRecord>> compiled = new HashMap<>();
    conditions.forEach((text, expected) -> compiled.put(compile(type, text), expected));
    int accepted = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] odd = mutated(event, random);
      if (validator.fault(odd) == null) {
        accepted++;
        GenericRecord decoded = decoded(codec, odd);
        compiled.forEach(
            (condition, expected) ->
                assertThat(condition.holds(odd, type.current()))
                    .as("seed %d: %s of %s", seed, conditions, HexFormat.of().formatHex(odd))
                    .isEqualTo(expected.test(decoded)));
      }
    }
    assertThat(accepted).isGreaterThan(500);
  }

  private static GenericRecord decoded(EventCodec codec, byte[] event) {
    try {
      return codec.decode(event);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  /** Changes a byte, or makes it the first of a longer number, with bits that an int has not. */
  private static byte[] mutated(byte[] event, Random random) {
    int at = Framing.HEADER_BYTES + random.nextInt(event.length - Framing.HEADER_BYTES);
    byte[] mutated = event.clone();
    if (random.nextBoolean()) {
      mutated[at] = (byte) random.nextInt();
      return mutated;
    }
    ByteArrayOutputStream longer = new ByteArrayOutputStream();
    longer.write(event, 0, at);
    longer.writeBytes(
        new byte[] {(byte) (event[at] | 0x80), -128, -128, -128, (byte) (random.nextInt(8) << 4)});
    longer.write(event, at + 1, event.length - at - 1);
    return longer.toByteArray();
  }

  @Test
  void shouldNotBelieveTheLengthOfABlock() {
    byte[] one = {1, 126, 2, 'a', 0, 55}; // minus one item, of 63 bytes as it says
    AvroSkip skip = AvroSkip.of(Schema.createArray(Schema.create(Schema.Type.STRING)));

    assertThat(skip.skip(one, 0)).isEqualTo(5);
  }

  /** As in SQL: what is not known fulfils nothing, and doesn't spoil what is known. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "gate == 'B32'; false",
        "gate != 'B32'; false",
        "!(gate == 'B32'); false",
        "scheduledArrival > 5; false",
        "gate == 'B32' || status == 'LANDED'; true",
        "status == 'LANDED' || gate == 'B32'; true",
        "status == 'LANDED' && gate == 'B32'; false",
        "!(gate == 'B32' && status == 'OUT'); true",
        "!(gate == 'B32' && status == 'LANDED'); false",
        "(gate == 'B32' && status == 'OUT') == false; true",
        "gate in ['B32'] ? true : false; false",
        "gate in ['B32', 'B33'] && status == 'LANDED'; false",
        "status == 'LANDED' && !(reason.size() > 3 || gate == 'B'); false",
        "eventTime / (eventTime - eventTime) > 3; false",
        "eventTime + 9223372036854775807 > 0; false",
        "int(status) > 3; false",
        "timestamp(status) > timestamp('2020-01-01T00:00:00Z'); false",
        "duration(status) > duration('1s'); false",
        "status.matches('[A-Z]+'); true",
        "'x'.matches(flightNumber); false",
      })
  void shouldTakeWhatIsNullForUnknown(String expression, boolean holds) {
    // A flight number that is no regular expression.
    byte[] event = landed(Map.of("flightNumber", "["));

    assertThat(holds(STATUS, expression, event)).isEqualTo(holds);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status == 'LANDED'",
        "status in ['OUT', 'LANDED']",
        "gate == 'B32' || gate == 'B33'",
        "gate in ['', 'B', 'B32', 'B321']"
      })
  void shouldAnswerTheSameWithAndWithoutTheShortCut(String expression) throws Exception {
    Condition shortCut = compile(STATUS, expression);
    Condition cel = new ConditionCompiler(STATUS).cel(expression);
    assertThat(shortCut).isInstanceOf(OneOf.class);
    Schema codes = STATUS.current().schema().getField("status").schema();

    for (String code : codes.getEnumSymbols()) {
      for (String gate : new String[] {"", "B", "B32", "B33", "B322", "Ä"}) {
        byte[] event =
            landed(Map.of("gate", gate, "status", new GenericData.EnumSymbol(codes, code)));
        assertThat(shortCut.holds(event, STATUS.current()))
            .as("%s of %s at %s", expression, code, gate)
            .isEqualTo(cel.holds(event, STATUS.current()));
      }
    }
    assertThat(shortCut.holds(landed(Map.of()), STATUS.current()))
        .isEqualTo(cel.holds(landed(Map.of()), STATUS.current()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "status == ; is not a condition",
        "status; is not a condition",
        "speed > 3; undeclared reference to 'speed', at character 1; FlightStatus has",
        "status > 3; found no matching overload",
        "status == 'LANDET'; 'LANDET' is never status",
        "'x' != status; 'x' is never status",
        "status in ['LANDED', 'x']; 'x' is never status",
        "[1, 2].all(x, x > 0); is not a condition",
        "'' ; is not a condition",
      })
  void shouldSayWhatIsWrong(String expression, String fault) {
    List<String> faults = new ArrayList<>();

    new ConditionCompiler(STATUS).compile(expression.equals("''") ? "" : expression, faults);

    assertThat(faults).isNotEmpty();
    assertThat(String.join("\n", faults)).contains(fault.split(";", -1)[0].strip());
  }

  @Test
  void shouldRefuseAnExpressionThatIsTooLongOrTooDeep() {
    List<String> faults = new ArrayList<>();

    new ConditionCompiler(STATUS).compile("gate == '" + "x".repeat(1000) + "'", faults);
    new ConditionCompiler(STATUS).compile("(".repeat(60) + "true" + ")".repeat(60), faults);

    assertThat(faults).hasSize(2);
  }

  @Test
  void shouldReadWhatOlderAndNewerVersionsHold(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("catalogue.yaml"), CATALOGUE);
    Files.writeString(folder.resolve("Door1.avsc"), DOOR_1);
    Files.writeString(folder.resolve("Door2.avsc"), DOOR_2);
    Files.writeString(folder.resolve("State.avsc"), STATE);
    Catalogue catalogue = Catalogue.load(folder);
    EventType door = catalogue.type("Door");
    byte[] old = old(door);
    GenericRecord now =
        new GenericRecordBuilder(door.current().schema())
            .set("eventTime", 5L)
            .set("floor", 7)
            .set("side", "east")
            .set("state", symbol(door.current().schema(), "SHUT"))
            .build();
    byte[] current = new EventCodec(catalogue).encode(door, now);

    for (String expression : new String[] {"side == 'east'", "floor == 7", "state == 'SHUT'"}) {
      Condition condition = compile(door, expression);
      assertThat(condition.holds(current, door.current())).as(expression).isTrue();
      assertThat(condition.holds(old, door.versions().get(0))).as(expression).isFalse();
    }
    for (String expression :
        new String[] {"side == 'west'", "side != 'east'", "floor == 3", "state == 'UNKNOWN'"}) {
      Condition condition = compile(door, expression);
      assertThat(condition.holds(old, door.versions().get(0))).as(expression).isTrue();
    }
  }

  /** Every kind of field stands before the one that is asked for. */
  @Test
  void shouldStepOverEveryKindOfField(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("catalogue.yaml"), CATALOGUE.replace(VERSION_2, ""));
    Files.writeString(folder.resolve("Door1.avsc"), EVERYTHING);
    Files.writeString(folder.resolve("State.avsc"), STATE);
    Catalogue catalogue = Catalogue.load(folder);
    EventType door = catalogue.type("Door");
    Schema schema = door.current().schema();
    GenericRecord event = new GenericData.Record(schema);
    event.put("eventTime", 1L);
    event.put("f", new GenericData.Fixed(schema.getField("f").schema(), new byte[] {1, 2, 3}));
    event.put("b", ByteBuffer.wrap(new byte[300]));
    event.put("a", List.of("x", "yy"));
    event.put("m", Map.of("k", List.of(1.5, 2.5), "l", List.of()));
    event.put("u", 9);
    event.put("t", "here");
    byte[] framed = new EventCodec(catalogue).encode(door, event);
    byte[] inBlocks = frame(door, event, true);

    Condition condition = compile(door, "t == 'here'");
    assertThat(condition.holds(framed, door.current())).isTrue();
    assertThat(inBlocks).isNotEqualTo(framed);
    assertThat(condition.holds(inBlocks, door.current())).isTrue();
  }

  /** A part contains parts, and a door the door that it replaced. */
  @Test
  void shouldStepOverFieldsOfRecursiveSchemas(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("catalogue.yaml"), CATALOGUE.replace(VERSION_2, ""));
    Files.writeString(folder.resolve("Door1.avsc"), RECURSIVE);
    Files.writeString(folder.resolve("State.avsc"), STATE);
    Catalogue catalogue = Catalogue.load(folder);
    EventType door = catalogue.type("Door");
    Schema schema = door.current().schema();
    GenericRecord first = door(schema, List.of(), null);
    GenericRecord leaf = part(schema, List.of());
    GenericRecord second = door(schema, List.of(part(schema, List.of(leaf, leaf)), leaf), first);
    byte[] framed = new EventCodec(catalogue).encode(door, second);

    assertThat(new EventValidator(catalogue).fault(framed)).isNull();
    assertThat(holds(door, "t == 'here'", framed)).isTrue();
  }

  private static GenericRecord door(
      Schema schema, List<GenericRecord> parts, @Nullable GenericRecord replaced) {
    GenericRecord door = new GenericData.Record(schema);
    door.put("eventTime", 1L);
    door.put("parts", parts);
    door.put("replaced", replaced);
    door.put("t", replaced == null ? "there" : "here");
    return door;
  }

  private static GenericRecord part(Schema door, List<GenericRecord> parts) {
    GenericRecord part = new GenericData.Record(door.getField("parts").schema().getElementType());
    part.put("name", "hinge");
    part.put("parts", parts);
    return part;
  }

  private static byte[] old(EventType door) throws IOException {
    Schema schema = door.versions().get(0).schema();
    GenericRecord event =
        new GenericRecordBuilder(schema)
            .set("eventTime", 5L)
            .set("state", symbol(schema, "AJAR"))
            .set("floor", 3)
            .build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(schema).write(event, encoder);
    encoder.flush();
    return Framing.frame(door.versions().get(0).id(), out.toByteArray());
  }

  private static byte[] frame(EventType type, GenericRecord event, boolean blocks)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EncoderFactory factory = new EncoderFactory().configureBlockSize(64);
    BinaryEncoder encoder =
        blocks ? factory.blockingBinaryEncoder(out, null) : factory.binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(event.getSchema()).write(event, encoder);
    encoder.flush();
    return Framing.frame(type.current().id(), out.toByteArray());
  }

  private static GenericData.EnumSymbol symbol(Schema schema, String symbol) {
    Schema states = requireNonNull(schema.getField("state")).schema();
    return new GenericData.EnumSymbol(states, symbol);
  }

  private static final String VERSION_2 = ", {id: 102, schema: Door2.avsc}";

  private static final String CATALOGUE =
      """
      domain: doors
      streams: [doors]
      state: {name: State, versions: [{id: 190, schema: State.avsc}]}
      types:
        - {name: Door, stream: doors, supersede: allowed, versions: [{id: 101, schema: Door1.avsc}, {id: 102, schema: Door2.avsc}]}
      """;

  private static final String STATE =
      """
      {"type": "record", "name": "State", "namespace": "d", "fields": []}
      """;

  private static final String DOOR_1 =
      """
      {"type": "record", "name": "Door", "namespace": "d", "fields": [
        {"name": "eventTime", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "state", "type": {"type": "enum", "name": "DoorState",
          "symbols": ["UNKNOWN", "OPEN", "AJAR"], "default": "UNKNOWN"}},
        {"name": "floor", "type": "int", "default": 0}]}
      """;

  private static final String DOOR_2 =
      """
      {"type": "record", "name": "Door", "namespace": "d", "fields": [
        {"name": "eventTime", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "floor", "type": "int", "default": 0},
        {"name": "side", "type": "string", "default": "west"},
        {"name": "state", "type": {"type": "enum", "name": "DoorState",
          "symbols": ["UNKNOWN", "OPEN", "SHUT"], "default": "UNKNOWN"}}]}
      """;

  private static final String EVERYTHING =
      """
      {"type": "record", "name": "Door", "namespace": "d", "fields": [
        {"name": "eventTime", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "f", "type": {"type": "fixed", "name": "Three", "size": 3}},
        {"name": "b", "type": "bytes"},
        {"name": "a", "type": {"type": "array", "items": "string"}},
        {"name": "m", "type": {"type": "map", "values": {"type": "array", "items": "double"}}},
        {"name": "u", "type": ["null", "string", "int"]},
        {"name": "t", "type": "string"}]}
      """;

  private static final String RECURSIVE =
      """
      {"type": "record", "name": "Door", "namespace": "d", "fields": [
        {"name": "eventTime", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "parts", "type": {"type": "array", "items":
          {"type": "record", "name": "Part", "fields": [
            {"name": "name", "type": "string"},
            {"name": "parts", "type": {"type": "array", "items": "Part"}}]}}},
        {"name": "replaced", "type": ["null", "Door"]},
        {"name": "t", "type": "string"}]}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "status == 'LANDED'; (status  ==  'LANDED'); true",
        "status == 'LANDED' || status == 'OUT'; status in ['OUT', 'LANDED']; true",
        "eventTime > 5 && gate != 'A1'; (eventTime>5)&&(gate != 'A1'); true",
        "eventTime > 5 && (eventTime < 9 || gate != 'A1'); eventTime > 5 && eventTime < 9 || gate != 'A1'; false",
        "status == 'LANDED'; status != 'LANDED'; false",
        "gate == 'A 1'; gate == 'A  1'; false",
        "gate == 'A1' || gate == 'B1'; gate == 'A1, B1'; false"
      })
  void shouldKnowTheSameConditionInOtherWords(String one, String other, boolean same) {
    ConditionCompiler compiler = new ConditionCompiler(STATUS);
    assertThat(compiler.normal(one).equals(compiler.normal(other))).isEqualTo(same);
  }

  @Test
  void shouldLeaveWhatIsNoConditionAsItIs() {
    assertThat(new ConditionCompiler(STATUS).normal("status = = 'x'")).isEqualTo("status = = 'x'");
  }
}
