package io.windsock.system;

import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import java.util.List;

/** Records of the control topic, as tests write them. */
final class ControlRecords {
  private ControlRecords() {}

  static Parameters parameters(long epoch, String rules, int checkpointEvery, long released) {
    FunctionSettings function = new FunctionSettings("test", rules, "", checkpointEvery);
    return Parameters.newBuilder()
        .setEpoch(epoch)
        .setInForce(function)
        .setReleased(released)
        .setBase("test")
        .setFunctions(List.of(function))
        .setAdapted(false)
        .setLevel(0)
        .setInstall("")
        .setAdjustments(List.of())
        .setMonitored(List.of())
        .setPolicy("off")
        .setUpdateDelayGoalMs(0)
        .setStalenessLimitMs(0)
        .setHoldMs(0)
        .setPinned("")
        .setWriter("test")
        .setWrittenAtMs(0)
        .setReason("test")
        .build();
  }
}
