package io.windsock.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void shouldRefuseWhatIsNoPort(int port) {
    assertThatThrownBy(() -> Options.temporary().withPort(port))
        .isInstanceOf(BrokerStartException.class)
        .hasMessageContaining("port " + port)
        .hasMessageContaining("choose");
  }

  @Test
  void shouldKeepTheRestWhenOneThingChanges() {
    Options options = Options.at(Path.of("x")).withPort(5).withProperty("a", "b");
    assertThat(options.dataDir()).isEqualTo(Path.of("x"));
    assertThat(options.port()).isEqualTo(5);
    assertThat(options.withPort(6).properties()).containsEntry("a", "b");
  }
}
