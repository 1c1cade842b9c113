package io.windsock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.cli.gateway.GatewayStub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayChecksTest {
  private static final String STATUS =
      """
      {'status':'ready','detail':'sites that take calls: 1 of 2','gateway':'g1',
       'sites':[{'site':'m1','drained':%s},{'site':'m2','drained':false}],
       'gateways':[{'gateway':'g2','alive':true},{'gateway':'g3','alive':false}]}
      """;

  @ParameterizedTest
  @CsvSource({"false, OK, other gateways alive: 1", "true, WARNING, drained: m1"})
  void shouldNameTheMembersAndWarnOfDrainedSites(String drained, Check.Verdict verdict, String told)
      throws Exception {
    try (GatewayStub gateway = new GatewayStub(200, STATUS.formatted(drained))) {
      Check check = GatewayChecks.of(gateway.url());

      assertThat(check.verdict()).isEqualTo(verdict);
      assertThat(check.name()).isEqualTo("gateway " + gateway.url());
      assertThat(check.found())
          .startsWith("g1, ready, sites that take calls: 1 of 2")
          .endsWith(told);
    }
  }

  @Test
  void shouldSayWhyAGatewayServesNoCalls() throws Exception {
    try (GatewayStub gateway = new GatewayStub(503, "{'detail':'no site is known'}")) {
      Check check = GatewayChecks.of(gateway.url());

      assertThat(check.verdict()).isEqualTo(Check.Verdict.FAULT);
      assertThat(check.found()).isEqualTo("not ready: no site is known");
    }
  }

  @Test
  void shouldSayThatNoGatewayAnswers() throws Exception {
    GatewayStub gone = new GatewayStub(200, "{}");
    gone.close();

    Check check = GatewayChecks.of(gone.url());

    assertThat(check.verdict()).isEqualTo(Check.Verdict.FAULT);
    assertThat(check.found()).contains("no gateway answers at " + gone.url());
  }
}
