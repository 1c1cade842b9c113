package io.windsock.control.http;

import com.fasterxml.jackson.databind.JsonNode;
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
   * @param who who calls, in words, for the record
   * @return the epoch of the parameters that are in force now
   * @throws io.windsock.contracts.config.ConfigurationException if an argument can't be; each fault
   *     names the value and the remedy, and nothing has changed
   * @throws io.windsock.service.http.Refusal if it can't be done now; nothing has changed
   */
  long call(String name, JsonNode arguments, String who);
}
