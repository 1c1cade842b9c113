package io.windsock.control.params;

import io.windsock.contracts.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;

/** The parameters that an adaptation can change by a percentage (the paper, {@code set_adapt}). */
public enum AdjustedParameter {
  /** Whether events are coalesced: above 0 % they are from then on, below 0 % they are not. */
  COALESCE(0, "coalesce", "whether events are coalesced: above 0 % switches on, below 0 % off"),
  /** The most events that one update carries. */
  COALESCE_NUMBER(1, "coalesceNumber", "the most events that one update carries"),
  /** The length of overwritten sequences. */
  OVERWRITE_LENGTH(2, "overwriteLength", "the most events of an overwritten sequence"),
  /** Events between two markers. */
  CHECKPOINT_EVERY(3, "checkpointEvery", "sent events between two checkpoints");

  private final int id;
  private final String text;
  private final String meaning;

  AdjustedParameter(int id, String text, String meaning) {
    this.id = id;
    this.text = text;
    this.meaning = meaning;
  }

  /** What people call it. */
  public String text() {
    return text;
  }

  /** What it is. */
  public String meaning() {
    return meaning;
  }

  /** The paper's p_id. */
  public int id() {
    return id;
  }

  /**
   * The parameter of this name or number.
   *
   * @throws ConfigurationException if there is none
   */
  public static AdjustedParameter of(String name) {
    List<String> names = new ArrayList<>();
    for (AdjustedParameter parameter : values()) {
      if (parameter.text.equals(name) || String.valueOf(parameter.id()).equals(name)) {
        return parameter;
      }
      names.add(parameter.text);
    }
    throw ConfigurationException.of(
        "parameter", "'" + name + "' is none that can be adapted; there are " + names);
  }
}
