package io.windsock.evaluation.experiment;

import java.util.Locale;

/**
 * What a run of an experiment measures: one setting at one point of the horizontal axis.
 *
 * @param setting the setting's name, as in tables and figures
 * @param x the value on the axis, for example the size of an event in bytes
 */
public record Subject(String setting, double x) {
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s at %s", setting, Double.toString(x).replaceAll("\\.0$", ""));
  }
}
