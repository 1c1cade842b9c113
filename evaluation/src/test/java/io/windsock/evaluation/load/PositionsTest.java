package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.Framing;
import io.windsock.ede.Ede;
import io.windsock.ede.EdeDefinition;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.status.SiteDomain;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionsTest {
  private static final long NOW_MS = 1_790_000_000_000L;
  private static final long SEED = 7;

  private final SiteDomain domain = SiteDomain.builtIn(Positions.DOMAIN);
  private final Catalogue catalogue = domain.catalogue();

  private static Positions positions(int keys, int valueBytes) {
    return new Positions(keys, valueBytes, SEED, () -> NOW_MS);
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 95, 97, 200, 1000, 8224, 8226, 10_000, 100_000})
  void shouldHaveExactlyTheWantedSize(int valueBytes) throws Exception {
    Positions positions = positions(10, valueBytes);
    EventValidator validator = new EventValidator(catalogue);
    EventCodec codec = new EventCodec(catalogue);

    for (long i = 0; i < 100; i++) {
      byte[] value = positions.value(i);
      assertThat(value).hasSize(valueBytes);
      assertThat(validator.fault(value)).isNull();
      GenericRecord event = codec.decode(value);
      assertThat(event.getSchema().getName()).isEqualTo("Position");
      assertThat(event.get("eventTime")).isEqualTo(NOW_MS);
      assertThat((Double) event.get("latitude")).isBetween(-85.0, 85.0);
      assertThat((Double) event.get("longitude")).isBetween(-180.0, 180.0);
      assertThat(event.get("detail").toString()).matches("[a-z]*");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 31})
  void shouldRejectASizeBelowTheMinimum(int valueBytes) {
    assertThatThrownBy(() -> positions(10, valueBytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("valueBytes is " + valueBytes + "; the smallest position has 32 bytes");
  }

  @ParameterizedTest
  @ValueSource(ints = {96, 8225})
  void shouldRejectTheSizesThatNoEventHas(int valueBytes) {
    assertThatThrownBy(() -> positions(10, valueBytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("use " + (valueBytes - 1) + " or " + (valueBytes + 1));
  }

  @Test
  void shouldRepeatTheSameEvents() {
    Positions one = positions(10, 500);
    Positions other = positions(10, 500);

    for (long i = 0; i < 100; i++) {
      assertThat(one.key(i)).isEqualTo(other.key(i));
      assertThat(one.value(i)).isEqualTo(other.value(i)).isNotEqualTo(one.value(i + 1));
    }
  }

  @Test
  void shouldLetTheKeysTakeTurns() {
    Positions positions = positions(3, 500);

    assertThat(positions.key(0)).isEqualTo("P0000000".getBytes(StandardCharsets.UTF_8));
    assertThat(positions.key(2)).isEqualTo("P0000002".getBytes(StandardCharsets.UTF_8));
    assertThat(positions.key(3_000_000_001L)).isEqualTo(positions.key(1));
  }

  @Test
  void shouldNeverDecreaseEventTimes() {
    AtomicLong clock = new AtomicLong(NOW_MS);
    Positions positions = new Positions(3, 500, SEED, clock::get);

    positions.value(0);
    clock.set(NOW_MS - 1000);
    assertThat(Framing.eventTimeMs(positions.value(1))).isEqualTo(NOW_MS);
    clock.set(NOW_MS + 5);
    assertThat(Framing.eventTimeMs(positions.value(2))).isEqualTo(NOW_MS + 5);
  }

  @Test
  void shouldKeepTheLatestPositionAsTheState() throws Exception {
    AtomicLong clock = new AtomicLong(NOW_MS);
    Positions positions = new Positions(1, 1000, SEED, clock::getAndIncrement);
    Ede ede = new Ede(domain.ede());

    GenericRecord first = ede.apply(null, positions.value(0), 1).state();
    byte[] latest = positions.value(1);
    GenericRecord state = ede.apply(first, latest, 2).state();

    GenericRecord event = new EventCodec(catalogue).decode(latest);
    assertThat(state.get("positionTime")).isEqualTo(NOW_MS + 1);
    assertThat(state.get("latitude")).isEqualTo(event.get("latitude"));
    assertThat(state.get("detail")).hasToString(event.get("detail").toString());
    assertThat(ede.encode(state)).hasSizeBetween(1000, 1050);
  }

  @Test
  void shouldHaveAViewOfAllAndNoRules() {
    EdeDefinition definition = domain.ede();

    assertThat(catalogue.streams()).containsExactly(Positions.STREAM);
    assertThat(catalogue.type("Position").supersedable()).isTrue();
    assertThat(definition.views()).hasToString("[" + Positions.VIEW + "]");
    assertThat(RuleSet.standard(catalogue).names()).isEmpty();
  }
}
