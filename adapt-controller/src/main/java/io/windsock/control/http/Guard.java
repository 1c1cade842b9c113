package io.windsock.control.http;

import io.windsock.control.state.ControllerState;
import io.windsock.control.state.ControllerStatus;
import io.windsock.platform.http.message.Refusal;

/** Prevents changes by a controller that is not active. Any thread may use it. */
final class Guard {
  private final ControllerState state;

  Guard(ControllerState state) {
    this.state = state;
  }

  /**
   * Checks that this controller is active; only the active one makes changes.
   *
   * @throws Refusal if it is not
   */
  void requireActive() {
    ControllerStatus status = state.status();
    if (!status.active()) {
      throw refusal(status);
    }
  }

  /**
   * Checks that this controller is elected, so it can reinitialize the mirroring even if it is
   * blocked.
   *
   * @throws Refusal if it is not
   */
  void requireElected() {
    ControllerStatus status = state.status();
    if (!status.elected()) {
      throw refusal(status);
    }
  }

  private Refusal refusal(ControllerStatus status) {
    return Refusal.of(
        409,
        "controller " + state.name() + " is not the active one: " + status.detail(),
        "ask the active controller, or try again when this one has taken over");
  }
}
