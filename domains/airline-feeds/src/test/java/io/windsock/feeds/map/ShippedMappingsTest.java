package io.windsock.feeds.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ShippedMappingsTest {
  static final java.util.List<String> NAMES = Mapping.shipped();

  @ParameterizedTest
  @FieldSource("NAMES")
  void shouldFitTheAirlineDomain(String name) {
    Mapping mapping = Mapping.load(name, Catalogue.builtIn("airline"));

    assertThat(mapping.name()).isEqualTo(name);
    assertThat(mapping.description()).isNotEmpty();
    assertThat(mapping.sources()).isNotEmpty();
  }
}
