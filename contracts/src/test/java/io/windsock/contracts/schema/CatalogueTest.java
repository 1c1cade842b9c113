package io.windsock.contracts.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatalogueTest {
  @Test
  void shouldReadTheAirlineDomain() {
    Catalogue catalogue = Catalogue.airline();

    assertThat(catalogue.streams())
        .containsExactly("positions", "status", "boarding", "baggage", "crew");
    assertThat(catalogue.type("FlightPosition").supersedable()).isTrue();
    assertThat(catalogue.type("FlightStatus").supersedable()).isFalse();
    assertThat(catalogue.types()).extracting(EventType::ordinal).doesNotHaveDuplicates();
  }
}
