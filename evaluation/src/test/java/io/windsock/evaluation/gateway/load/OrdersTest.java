package io.windsock.evaluation.gateway.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class OrdersTest {
  private final Orders orders = new Orders();

  private void read(String... lines) throws IOException {
    orders.read(new BufferedReader(new StringReader(String.join("\n", lines))));
  }

  @Test
  void shouldKeepOrdersUntilTheyAreTaken() throws Exception {
    read("first", "second");

    assertThat(orders.next()).isEqualTo("first");
    assertThat(orders.next()).isEqualTo("second");
    assertThat(orders.stopped()).isFalse();
  }

  /** The load may not have begun when the stop arrives. */
  @Test
  void shouldStopTheLoadOfTheLastOrder() throws Exception {
    read("first", "stop");

    assertThat(orders.next()).isEqualTo("first");
    assertThat(orders.stopped()).isTrue();
  }

  @Test
  void shouldNotStopTheNextLoad() throws Exception {
    read("first", "stop", "second");

    assertThat(orders.stopped()).isFalse();
  }
}
