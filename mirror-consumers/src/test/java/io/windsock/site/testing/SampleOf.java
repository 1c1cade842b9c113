package io.windsock.site.testing;

import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.SiteSample;
import java.util.List;

/** Samples of sites that tests make up. */
public final class SampleOf {
  private SampleOf() {}

  /** A sample of a mirror that follows {@link AppliedLog#TOPIC}, is live and has no state. */
  public static SiteSample site(String name) {
    return SiteSample.newBuilder()
        .setSite(name)
        .setRole("mirror")
        .setUrl("http://127.0.0.1:1/" + name)
        .setAtMs(1)
        .setPhase("LIVE")
        .setDetail("")
        .setTopic(AppliedLog.TOPIC.name())
        .setTokenEpoch(AppliedLog.TOPIC.epoch())
        .setOffsets(List.of())
        .setSequences(List.of())
        .setMarkers(List.of())
        .setEpochs(List.of())
        .setCheckpoints(List.of())
        .setStamps(List.of())
        .setKeys(0)
        .setEventsPerSecond(0)
        .setReady(0)
        .setBackup(0)
        .setPending(0)
        .setRequestsPerSecond(0)
        .setClients(0)
        .setUpdateDelay(new DelaySummary(0L, 0L, 0L, 0L))
        .setStalenessEvents(0)
        .setStalenessMs(0)
        .setCpu(0)
        .setSnapshot(null)
        .build();
  }
}
