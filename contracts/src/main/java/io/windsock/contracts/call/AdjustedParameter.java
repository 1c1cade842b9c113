package io.windsock.contracts.call;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.windsock.contracts.config.ConfigurationException;
import java.util.Arrays;

/**
 * A parameter that an adaptation changes by a percentage (the paper, Table 1, {@code set_adapt}).
 */
public enum AdjustedParameter {
  /**
   * Whether events are coalesced. A change above 0 % turns coalescing on, one below 0 % turns it
   * off.
   */
  COALESCE(0, "coalesce"),
  /** The maximum number of events in one update. */
  COALESCE_NUMBER(1, "coalesceNumber"),
  /** The maximum number of events in an overwritten sequence. */
  OVERWRITE_LENGTH(2, "overwriteLength"),
  /** The number of sent events between two checkpoints. */
  CHECKPOINT_EVERY(3, "checkpointEvery");

  /** The {@code p_id} of the paper's Table 1. */
  private final int id;

  private final String text;

  AdjustedParameter(int id, String text) {
    this.id = id;
    this.text = text;
  }

  /**
   * Returns the parameter with this name or number.
   *
   * @throws ConfigurationException if there is no such parameter
   */
  @JsonCreator
  public static AdjustedParameter of(String name) {
    for (AdjustedParameter parameter : values()) {
      if (parameter.text.equals(name) || String.valueOf(parameter.id).equals(name)) {
        return parameter;
      }
    }
    throw ConfigurationException.of(
        "set-adapt.parameter",
        "'" + name + "' can't be adapted; choose one of " + Arrays.toString(values()));
  }

  /** Returns the name used in calls and records, for example {@code overwriteLength}. */
  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
