package io.windsock.control.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.control.params.Caller;
import io.windsock.control.params.Written;
import java.util.List;

/** The mirroring API (the paper, Table 1), each call by its name. Any thread may call it. */
public interface MirroringCalls {
  /** Names of the calls that there are, as {@code set-overwrite}. */
  List<String> names();

  /**
   * Makes a call, and waits until its parameters are written.
   *
   * @param name one of {@link #names}
   * @param arguments an object with the call's arguments by name
   * @param caller who calls, and at which epoch alone
   * @return the epoch of the parameters that are written now, and which rules have changed
   * @throws io.windsock.contracts.config.ConfigurationException if an argument can't be; each fault
   *     names the value and the remedy, and nothing has changed
   * @throws io.windsock.control.params.EpochMismatchException if the parameters are at another
   *     epoch than the caller names; nothing has changed
   * @throws io.windsock.service.http.Refusal if it can't be done now; nothing has changed
   */
  Written call(String name, JsonNode arguments, Caller caller);
}
