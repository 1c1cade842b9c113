package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.platform.http.client.RemoteException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Reports each decision once, and waits for a controller that is temporarily unreachable. One
 * thread owns it.
 */
final class DecisionWatch {
  private static final int MAX_NEW = 100;

  private final IntFunction<List<JsonNode>> latest;
  private final Consumer<JsonNode> listener;
  private final PrintWriter err;
  private long newest = -1;
  private boolean away;

  /**
   * Creates a watch that has reported nothing.
   *
   * @param latest returns up to that many of the latest decisions, oldest first; throws {@link
   *     RemoteException} if no controller responds
   * @param listener receives each decision
   * @param err receives a line when the controller becomes unreachable, and one when it is back
   */
  DecisionWatch(IntFunction<List<JsonNode>> latest, Consumer<JsonNode> listener, PrintWriter err) {
    this.latest = latest;
    this.listener = listener;
    this.err = err;
  }

  /**
   * Reports new decisions; the first call reports the latest one.
   *
   * @throws RemoteException if no controller has responded yet
   */
  void look() {
    List<JsonNode> decisions;
    try {
      decisions = latest.apply(newest < 0 ? 1 : MAX_NEW);
    } catch (RemoteException e) {
      if (newest < 0) {
        throw e;
      }
      say(true, e.getMessage() + "; trying again until Ctrl-C");
      return;
    }
    say(false, "the controller answers again");
    newest = Math.max(newest, 0);
    for (JsonNode decision : decisions) {
      long epoch = decision.path("toEpoch").asLong();
      if (epoch > newest) {
        newest = epoch;
        listener.accept(decision);
      }
    }
  }

  private void say(boolean nowAway, String line) {
    if (away != nowAway) {
      away = nowAway;
      err.println("windsock mode watch: " + line);
      err.flush();
    }
  }
}
