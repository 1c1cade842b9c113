package io.windsock.topology.receive;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.config.RuleSet;

/** Reads a record of the control topic as {@link TaskParameters}. Safe for use from any thread. */
public final class ParametersReader {
  private final Catalogue catalogue;
  private final int schemaId;

  /** A reader of parameters for the events of {@code catalogue}. */
  public ParametersReader(Catalogue catalogue) {
    this.catalogue = catalogue;
    schemaId = catalogue.id(Parameters.class);
  }

  /**
   * The epoch of a record, whether or not it can be carried out.
   *
   * @throws UndecodableException if it is no record of parameters
   */
  public long epoch(byte[] framed) throws UndecodableException {
    if (Framing.schemaId(framed) != schemaId) {
      throw new UndecodableException("no record of parameters");
    }
    return Framing.firstLong(framed);
  }

  /**
   * Reads one.
   *
   * @param framed kept, not copied
   * @throws UndecodableException if it is no record of parameters
   * @throws ConfigurationException if it can't be carried out here, with every fault
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
