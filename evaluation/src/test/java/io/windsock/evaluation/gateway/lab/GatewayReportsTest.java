package io.windsock.evaluation.gateway.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class GatewayReportsTest {
  private static final String TWO_SITES =
      """
      {"sites": [{"open": true}, {"open": true}, {"open": false}],
       "gateways": [{"alive": true}, {"alive": false}]}
      """;

  private static JsonNode status(String json) throws JsonProcessingException {
    return new ObjectMapper().readTree(json);
  }

  @Test
  void shouldCountOpenSitesAndLiveGatewaysOnly() throws JsonProcessingException {
    assertThat(GatewayReports.isComplete(status(TWO_SITES), 2, 1)).isTrue();
    assertThat(GatewayReports.isComplete(status(TWO_SITES), 3, 1)).isFalse();
    assertThat(GatewayReports.isComplete(status(TWO_SITES), 2, 2)).isFalse();
  }

  @Test
  void shouldNotBeCompleteWithMoreMembersThanServe() throws JsonProcessingException {
    assertThat(GatewayReports.isComplete(status(TWO_SITES), 1, 1)).isFalse();
    assertThat(GatewayReports.isComplete(status(TWO_SITES), 2, 0)).isFalse();
  }

  @Test
  void shouldNotBeCompleteWithoutAReport() {
    assertThat(GatewayReports.isComplete(null, 0, 0)).isFalse();
  }
}
