package io.windsock.control;

import static io.windsock.control.testing.Samples.site;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.change.ParameterChange;
import io.windsock.control.monitor.Samples;
import io.windsock.control.params.DefaultParameters;
import io.windsock.control.params.ParameterEdits;
import io.windsock.platform.telemetry.Members;
import io.windsock.rules.config.RuleSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of samples that stop: a site that was overloaded and is silent is no calm site. */
class AdaptationTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final ParameterEdits EDITS = new ParameterEdits(CATALOGUE);
  private static final long BEGIN = 1_000_000;
  private static final long EXPIRY_MS = 120_000;
  private static final long EVERY_MS = 500;

  private final Adaptation adaptation = new Adaptation(EDITS, EXPIRY_MS);
  private final Samples samples = new Samples();
  private String trouble = "";
  private Parameters parameters =
      EDITS.apply(
          DefaultParameters.of(RuleSet.standard(CATALOGUE), null, 0, SetPolicy.THRESHOLDS),
          new SetPolicy(SetPolicy.THRESHOLDS, null, null, 0L));

  private void hear(String site, long atMs, long pending) {
    samples.add(site(site, "mirror", atMs, pending), atMs);
  }

  private @Nullable ParameterChange decide(long nowMs) {
    Adaptation.Verdict verdict = adaptation.decide(samples, parameters, nowMs, nowMs);
    trouble = verdict.trouble();
    ParameterChange change = verdict.change();
    if (change != null) {
      parameters = change.edited();
      adaptation.applied(parameters);
    }
    return change;
  }

  /** m1 is overloaded, m2 is calm: the mirroring adapts, and m1 is never heard again. */
  @BeforeEach
  void adapt() {
    hear("m1", BEGIN, 412);
    hear("m2", BEGIN, 3);
    assertThat(decide(BEGIN + 1)).isNotNull().extracting(ParameterChange::kind).isEqualTo("ADAPT");
  }

  private void hearOnlyTheCalmOne(long fromMs, long untilMs) {
    for (long atMs = fromMs; atMs <= untilMs; atMs += EVERY_MS) {
      hear("m2", atMs, 3);
      assertThat(decide(atMs)).as("%d ms after it fell silent", atMs - BEGIN).isNull();
    }
  }

  @Test
  void shouldKeepTheModeWhileAnOverloadedSiteIsSilent() {
    hearOnlyTheCalmOne(BEGIN + EVERY_MS, BEGIN + EXPIRY_MS);

    assertThat(trouble)
        .isEqualTo(
            "m1 is silent or cut off, and its queue of pending requests was 412 requests in its last"
                + " report, not below 25: the mode is kept until it reports again or expires");
  }

  @Test
  void shouldKeepTheModeWhileAnOverloadedSiteSaysThatItIsCutOff() {
    for (long atMs = BEGIN + EVERY_MS; atMs <= BEGIN + EXPIRY_MS; atMs += EVERY_MS) {
      SiteSample cutOff = site("m1", "mirror", atMs, 2);
      cutOff.setCutOffMs(atMs - BEGIN);
      samples.add(cutOff, atMs);
      hear("m2", atMs, 3);
      assertThat(decide(atMs)).as("%d ms after it was cut off", atMs - BEGIN).isNull();
    }

    assertThat(trouble)
        .startsWith("m1 is silent or cut off, and its queue of pending requests was 412 requests");
    hear("m1", BEGIN + EXPIRY_MS + 1, 2);
    assertThat(decide(BEGIN + EXPIRY_MS + 2)).isNotNull();
  }

  @Test
  void shouldGoBackWhenTheSilentSiteHasExpired() {
    hearOnlyTheCalmOne(BEGIN + EVERY_MS, BEGIN + EXPIRY_MS);

    hear("m2", BEGIN + EXPIRY_MS + 1, 3);
    ParameterChange change = decide(BEGIN + EXPIRY_MS + 1);

    assertThat(change).isNotNull();
    assertThat(change.kind()).isEqualTo("RETURN");
    assertThat(change.reason())
        .startsWith("all monitored values are below primary − secondary")
        .endsWith(
            "; until now the mode was kept because m1 was silent or cut off, and its queue of pending requests"
                + " was 412 requests in its last report, not below 25");
    assertThat(trouble).isEmpty();
  }

  @Test
  void shouldGoBackWhenTheSilentSiteIsHeardAndCalm() {
    long laterMs = BEGIN + 10 * Members.ALIVE_MS;
    hearOnlyTheCalmOne(BEGIN + EVERY_MS, laterMs);

    hear("m1", laterMs + 1, 2);

    assertThat(decide(laterMs + 2))
        .isNotNull()
        .extracting(ParameterChange::kind)
        .isEqualTo("RETURN");
  }

  @Test
  void shouldGoBackWhileASiteIsSilentThatWasCalm() {
    long laterMs = BEGIN + 10 * Members.ALIVE_MS;
    hear("m1", BEGIN + 2, 2);
    hear("m2", laterMs, 30);

    hear("m2", laterMs + 1, 3);

    assertThat(decide(laterMs + 2)).isNull();
    assertThat(decide(laterMs + 3))
        .isNotNull()
        .extracting(ParameterChange::kind)
        .isEqualTo("RETURN");
  }

  @Test
  void shouldNameTwoSitesOfOneName() {
    said("two", 12, "http://b:1", BEGIN + 100);
    said("one", 10, "http://a:1", BEGIN + 200);
    decide(BEGIN + 300);
    assertThat(trouble)
        .contains("two sites call themselves 'm9', at http://a:1 and at http://b:1", "--name");

    decide(BEGIN + 201 + Members.ALIVE_MS);
    assertThat(trouble).doesNotContain("m9");
  }

  private void said(String incarnation, long born, String url, long atMs) {
    SiteSample sample = site("m9", "mirror", atMs, 0);
    sample.setIncarnation(incarnation);
    sample.setBorn(born);
    sample.setUrl(url);
    samples.add(sample, atMs);
  }
}
