package io.windsock.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileLimitTest {
  private static final ConnectionBounds BOUNDS =
      new ConnectionBounds(1000, 1, 1, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1);

  @ParameterizedTest
  @CsvSource({
    "150, 1048576, 1000", // as many as configured
    "150, 1950, 1000", // just so many
    "150, 1949, 999",
    "150, 1850, 900",
    "150, 1024, 337", // too few for the reserve
    "150, 260, 27",
    "260, 260, 1",
    "300, 260, 1",
  })
  void shouldLeaveRoomForOtherFilesThanConnections(long open, long max, int connections) {
    FileLimit files = new FileLimit(open, max);
    ConnectionBounds bounds = BOUNDS.within(files.forConnections());

    assertThat(bounds.max()).isEqualTo(connections);
    long most = open + bounds.max() + bounds.refused() + files.kept();
    assertThat(connections == 1 || most <= max).as(files + ": " + most).isTrue();
  }

  @Test
  void shouldKnowTheLimitOfThisProcess() {
    assertThat(FileLimit.now().max()).isGreaterThan(FileLimit.now().open());
  }
}
