package io.windsock.contracts.call;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.windsock.contracts.config.ConfigurationException;
import java.util.Arrays;

/** The parameters that an adaptation can change by a percentage (the paper, {@code set_adapt}). */
public enum AdjustedParameter {
  /** Whether events are coalesced: above 0 % they are from then on, below 0 % they are not. */
  COALESCE(0, "coalesce"),
  /** The most events that one update carries. */
  COALESCE_NUMBER(1, "coalesceNumber"),
  /** The most events of an overwritten sequence. */
  OVERWRITE_LENGTH(2, "overwriteLength"),
  /** Sent events between two checkpoints. */
  CHECKPOINT_EVERY(3, "checkpointEvery");

  /** The paper's p_id. */
  private final int id;

  private final String text;

  AdjustedParameter(int id, String text) {
    this.id = id;
    this.text = text;
  }

  /**
   * The parameter of this name or number.
   *
   * @throws ConfigurationException if there is none
   */
  @JsonCreator
  public static AdjustedParameter of(String name) {
    for (AdjustedParameter parameter : values()) {
      if (parameter.text.equals(name) || String.valueOf(parameter.id).equals(name)) {
        return parameter;
      }
    }
    throw ConfigurationException.of(
        "parameter",
        "'" + name + "' is none that can be adapted; there are " + Arrays.toString(values()));
  }

  /** Its name in calls and records, as {@code overwriteLength}. */
  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
