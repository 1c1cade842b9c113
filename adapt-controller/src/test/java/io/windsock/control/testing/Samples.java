package io.windsock.control.testing;

import io.windsock.contracts.wire.Adjustment;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.LinkStage;
import io.windsock.contracts.wire.MonitoredValue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.PublishedSnapshot;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import java.util.List;

/** Records as a small cluster would write them. */
public final class Samples {
  private Samples() {}

  /** A function that lets through one in {@code length} positions. */
  public static FunctionSettings function(String name, int length, int checkpointEvery) {
    String rules = "rules:\n  - overwrite: {type: FlightPosition, length: " + length + "}\n";
    return new FunctionSettings(name, rules, "", checkpointEvery);
  }

  /** Parameters with the functions normal and busy, the first in force. */
  public static Parameters parameters(long epoch, long atMs) {
    FunctionSettings normal = function("normal", 10, 50);
    return Parameters.newBuilder()
        .setEpoch(epoch)
        .setInForce(normal)
        .setReleased(0)
        .setBase("normal")
        .setFunctions(List.of(normal, function("busy", 20, 100)))
        .setAdapted(false)
        .setLevel(0)
        .setInstall("busy")
        .setAdjustments(List.of(new Adjustment("coalesceNumber", 100)))
        .setMonitored(
            List.of(
                new MonitoredValue("pending", 500.0, 300.0),
                new MonitoredValue("ready", 10_000.0, 5_000.0)))
        .setPolicy("thresholds")
        .setUpdateDelayGoalMs(200)
        .setStalenessLimitMs(5_000)
        .setHoldMs(2_000)
        .setPinned("")
        .setWriter("c1")
        .setWrittenAtMs(atMs)
        .setReason("first parameters")
        .build();
  }

  /** What a site says that follows two partitions and has so many requests pending. */
  public static SiteSample site(String name, String role, long atMs, long pending) {
    return SiteSample.newBuilder()
        .setSite(name)
        .setRole(role)
        .setUrl("http://127.0.0.1:8080")
        .setAtMs(atMs)
        .setPhase("LIVE")
        .setDetail("follows the log")
        .setTopic(role.equals("central") ? "windsock.forward" : "windsock.mirror")
        .setTokenEpoch(7)
        .setOffsets(List.of(1_000L, 1_100L))
        .setSequences(List.of(900L, 950L))
        .setMarkers(List.of(18L, 19L))
        .setEpochs(List.of(1L, 1L))
        .setCheckpoints(List.of(950L, 1_050L))
        .setStamps(List.of(List.of(900L), List.of(950L)))
        .setKeys(42)
        .setEventsPerSecond(120.5)
        .setReady(12)
        .setBackup(100)
        .setPending(pending)
        .setRequestsPerSecond(80)
        .setClients(5)
        .setUpdateDelay(new DelaySummary(60L, 8L, 31L, 40L))
        .setStalenessEvents(17)
        .setStalenessMs(1_400)
        .setCpu(0.6)
        .setSnapshot(new PublishedSnapshot(3L, List.of(800L, 810L), "abc", 123_456L))
        .build();
  }

  /** What the topology says, having received {@code received} records on each of two partitions. */
  public static TopologySample topology(String instance, long atMs, long received) {
    return TopologySample.newBuilder()
        .setInstance(instance)
        .setAtMs(atMs)
        .setPartitions(List.of(partition(0, received), partition(1, received)))
        .setOffered(1)
        .setRefused("")
        .setCpu(1.2)
        .build();
  }

  private static PartitionSample partition(int number, long received) {
    return PartitionSample.newBuilder()
        .setPartition(number)
        .setEpoch(1)
        .setSequence(received)
        .setMarker(received / 50)
        .setReady(40)
        .setHeld(3)
        .setWithheld(9)
        .setOldestWithheldMs(700)
        .setReceived(received)
        .setForwarded(received)
        .setMirrored(received / 5)
        .setDeadLettered(0)
        .build();
  }

  /**
   * What a gateway says that has received so many calls, one in ten of them missed and reissued,
   * one in twenty answered twice, and sent in batches of eight. It has shed calls, all before, and
   * excluded a member.
   */
  public static GatewaySample gateway(String name, long atMs, long calls) {
    return GatewaySample.newBuilder()
        .setGateway(name)
        .setIncarnation("run-1")
        .setBorn(5)
        .setUrl("http://127.0.0.1:8070")
        .setLinkUrl("http://127.0.0.1:9070")
        .setAtMs(atMs)
        .setPhase("READY")
        .setPendingKeys(7)
        .setPendingViews(2)
        .setCallsPerSecond(400)
        .setCalls(calls)
        .setInTime(calls - calls / 10)
        .setMissed(calls / 10)
        .setBusy(5)
        .setReissued(calls / 10)
        .setReissuedEarly(0)
        .setSitesAlive(3)
        .setSitesOpen(2)
        .setGatewaysAlive(2)
        .setDrained(List.of("mirror-3"))
        .setDuplicates(calls / 20)
        .setShedKeys(3)
        .setShedViews(2)
        .setSentCalls(calls)
        .setSentBatches(calls / 8)
        .setExcluded(1)
        .setLastDetectionMs(312)
        .build();
  }

  /** What a link says that has copied so many records of 100 bytes, compressed to a quarter. */
  public static LinkSample link(String name, long atMs, long records) {
    return LinkSample.newBuilder()
        .setLink(name)
        .setTarget("backup.example:9600")
        .setAtMs(atMs)
        .setPhase("SENDING")
        .setDetail("to backup.example:9600")
        .setTopics(List.of("windsock.mirror"))
        .setLag(41)
        .setRpoMs(130)
        .setEpoch(3)
        .setBatch(records / 10)
        .setRecords(records)
        .setPlainBytes(100 * records)
        .setSentBytes(25 * records)
        .setIntervalMs(30)
        .setThreshold(400)
        .setPipeline("hybrid")
        .setThreads(4)
        .setReason("as configured")
        .setRpoGoalMs(1_000)
        .setStages(List.of(new LinkStage("assemble", 0.31), new LinkStage("compress", 12.4)))
        .build();
  }

  /** A decision to change the function. */
  public static Decision decision(long atMs, long epoch, String from, String to, String reason) {
    return Decision.newBuilder()
        .setAtMs(atMs)
        .setKind(to.equals("busy") ? "ADAPT" : "RETURN")
        .setFromEpoch(epoch - 1)
        .setToEpoch(epoch)
        .setFromMode(from)
        .setToMode(to)
        .setPolicy("thresholds")
        .setValue("pending")
        .setSite("mirror-1")
        .setMeasured(612)
        .setThreshold(500)
        .setReason(reason)
        .setWriter("c1")
        .build();
  }

  /** A commit point of the mirror topic. */
  public static CommitPoint commitPoint(long atMs) {
    return CommitPoint.newBuilder()
        .setTopic("windsock.mirror")
        .setTokenEpoch(7)
        .setAtMs(atMs)
        .setOffsets(List.of(950L, 1_050L))
        .setStamps(List.of(List.of(900L), List.of(950L)))
        .setSites(List.of("mirror-1", "mirror-2"))
        .setExpired(List.of())
        .setBegins(List.of(800L, 810L))
        .setSnapshot("mirror-1/3")
        .setWaitsFor("")
        .build();
  }
}
