package io.windsock.cli.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.platform.http.client.RemoteException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Tells each decision once, for as long as it is asked to look; a controller that goes away is
 * waited for. One thread owns it.
 */
final class DecisionWatch {
  private static final int MAX_NEW = 100;

  private final IntFunction<List<JsonNode>> latest;
  private final Consumer<JsonNode> told;
  private final PrintWriter err;
  private long newest = -1;
  private boolean away;

  /**
   * Has told nothing.
   *
   * @param latest answers the latest so many decisions, oldest first; throws {@link
   *     RemoteException} where no controller answers
   * @param told gets each decision
   * @param err gets a line when the controller goes away, and one when it is back
   */
  DecisionWatch(IntFunction<List<JsonNode>> latest, Consumer<JsonNode> told, PrintWriter err) {
    this.latest = latest;
    this.told = told;
    this.err = err;
  }

  /**
   * Tells what is new; at first, the latest decision.
   *
   * @throws RemoteException if no controller has answered yet
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
        told.accept(decision);
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
