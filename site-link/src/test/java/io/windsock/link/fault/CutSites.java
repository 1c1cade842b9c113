package io.windsock.link.fault;

import io.windsock.embedded.BrokerMain;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.run.Line;
import io.windsock.link.run.Sites;
import io.windsock.link.stage.Codec;
import io.windsock.link.transport.LinkTls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A link whose sender, receiver and target broker are processes of their own, with a line between
 * them that can be cut.
 */
final class CutSites implements AutoCloseable {
  private static final Duration STOP = Duration.ofMinutes(2);
  private static final int BROKER_MEBIBYTES = 256;
  private static final int LINK_MEBIBYTES = 160;
  private static final PipelineKind[] PIPELINES = PipelineKind.values();
  private static final Codec[] CODECS = Codec.values();

  final EmbeddedBroker source = EmbeddedBroker.start(Options.temporary());
  final Map<String, Object> sourceKafka = Map.of("bootstrap.servers", source.bootstrapServers());
  final Map<String, Object> targetKafka;
  private final Path folder;
  private final Random random;
  private final String brokerPort = String.valueOf(FreePort.any());
  private final Line line;
  private final CutLine files;
  private ChildJvm broker;
  private ChildJvm receiver;
  private ChildJvm sender;
  private int receiverPort;

  CutSites(Path folder, Random random) throws Exception {
    this.folder = folder;
    this.random = random;
    targetKafka = Map.of("bootstrap.servers", "127.0.0.1:" + brokerPort);
    source.createTopics(Sites.topics());
    files = CutLine.draw(folder, random);
    System.out.println("the line is in " + files);
    broker = launchBroker();
    var unused = broker.awaitReady();
    receiver = launchReceiver();
    receiverPort = Integer.parseInt(receiver.awaitReady());
    line = new Line(receiverPort);
    sender = launchSender();
  }

  private ChildJvm launchBroker() throws IOException {
    return ChildJvm.launch(
        BROKER_MEBIBYTES, BrokerMain.class, folder.resolve("broker").toString(), brokerPort);
  }

  private String pipeline() {
    return PIPELINES[random.nextInt(PIPELINES.length)].name();
  }

  /** Returns whether a process may change its pipeline while it runs. */
  private String chooses() {
    return String.valueOf(random.nextBoolean());
  }

  private ChildJvm launchReceiver() throws IOException {
    return ChildJvm.launch(
        LINK_MEBIBYTES,
        ReceiverMain.class,
        args(List.of("127.0.0.1:" + brokerPort, pipeline(), chooses()), files.receiver()));
  }

  private ChildJvm launchSender() throws IOException {
    return ChildJvm.launch(
        LINK_MEBIBYTES,
        SenderMain.class,
        args(
            List.of(
                source.bootstrapServers(),
                String.valueOf(line.port()),
                pipeline(),
                CODECS[random.nextInt(CODECS.length)].name(),
                chooses()),
            files.sender()));
  }

  private static String[] args(List<String> first, List<String> rest) {
    return Stream.concat(first.stream(), rest.stream()).toArray(String[]::new);
  }

  /** Returns the files of a sender; null in clear text. */
  @Nullable LinkTls tls() {
    return CutLine.tls(files.sender().toArray(new String[0]), 0);
  }

  Line line() {
    return line;
  }

  int receiverPort() {
    return receiverPort;
  }

  void killSender() throws Exception {
    sender.kill();
    sender = launchSender();
  }

  void killReceiver() throws Exception {
    receiver.kill();
    receiver = launchReceiver();
    receiverPort = Integer.parseInt(receiver.awaitReady());
    line.target(receiverPort);
  }

  void stopBroker() throws Exception {
    broker.stop(STOP);
    broker = launchBroker();
    var unused = broker.awaitReady();
  }

  void killBroker() throws Exception {
    broker.kill();
    broker = launchBroker();
    var unused = broker.awaitReady();
  }

  /** Makes the broker answer nobody until {@link #resumeBroker}. */
  void pauseBroker() throws Exception {
    broker.signal("STOP");
  }

  void resumeBroker() throws Exception {
    broker.signal("CONT");
  }

  /** Whether sender and receiver run: neither ends by itself, whatever is cut. */
  boolean runs() {
    return sender.isAlive() && receiver.isAlive() && broker.isAlive();
  }

  /** Returns what sender and receiver have said last. */
  String said() {
    return "the sender:\n" + sender.tail() + "\nthe receiver:\n" + receiver.tail();
  }

  @Override
  public void close() throws IOException {
    sender.close();
    line.close();
    receiver.close();
    broker.close();
    source.close();
  }
}
