package io.windsock.topology.receive;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.config.RuleSet;

/**
 * Decodes records of the control topic into {@link TaskParameters}. Safe for use from any thread.
 */
public final class ParametersReader {
  private final Catalogue catalogue;
  private final int schemaId;

  /** Creates a reader of parameters for the events of {@code catalogue}. */
  public ParametersReader(Catalogue catalogue) {
    this.catalogue = catalogue;
    schemaId = catalogue.id(Parameters.class);
  }

  /**
   * Returns the epoch of a record, whether or not it can be carried out.
   *
   * @throws UndecodableException if the record does not hold parameters
   */
  public long epoch(byte[] framed) throws UndecodableException {
    if (Framing.schemaId(framed) != schemaId) {
      throw new UndecodableException("no record of parameters");
    }
    return Framing.firstLong(framed);
  }

  /**
   * Reads parameters.
   *
   * @param framed kept, not copied
   * @throws UndecodableException if the record does not hold parameters
   * @throws ConfigurationException if they can't be carried out here, with every fault
   */
  public TaskParameters read(byte[] framed) throws UndecodableException {
    Parameters parameters = new EventCodec(catalogue).decode(framed, Parameters.class);
    FunctionSettings function = parameters.getInForce();
    int every = function.getCheckpointEvery();
    if (parameters.getEpoch() < 1 || every < 1) {
      throw ConfigurationException.of(
          "parameters of epoch " + parameters.getEpoch(),
          "checkpointEvery is " + every + "; both must be at least 1");
    }
    String place = "function '" + function.getName() + "'";
    RuleSet rules =
        RuleSet.parse(function.getRules(), place, catalogue).forwardedBy(function.getForward());
    return new TaskParameters(
        parameters.getEpoch(), function.getName(), rules, every, parameters.getReleased(), framed);
  }
}
