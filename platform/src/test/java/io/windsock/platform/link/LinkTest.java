package io.windsock.platform.link;

import static io.windsock.platform.link.TestLinks.call;
import static io.windsock.platform.link.TestLinks.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.query.codec.CallBatchCodec;
import io.windsock.embedded.FreePort;
import io.windsock.platform.link.TestLinks.RecordingListener;
import io.windsock.platform.testing.RawHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkTest {
  /** Only root may listen there, and nobody does. */
  private static final int PORT_OF_NOBODY = 1;

  private TestLinks links = new TestLinks(patient());

  /** No pause of the machine ends a link of these bounds, or keeps one from coming up. */
  static LinkBounds patient() {
    LinkBounds shipped = LinkBounds.standard();
    return TestLinks.bounds(Duration.ofMinutes(1), shipped.pauseBytes(), shipped.waitingBytes());
  }

  @AfterEach
  void stop() {
    links.close();
  }

  private void bounds(LinkBounds bounds) {
    links.close();
    links = new TestLinks(bounds);
  }

  private CallLink up(int port, RecordingListener heard) {
    CallLink link = links.link(port, heard);
    assertThat(heard.event()).isEqualTo("up");
    return link;
  }

  @Test
  void shouldCarryACallThereAndItsAnswerBack() {
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);
    Call call = call("c1");

    assertThat(links.<OfferResult>onLoop(() -> link.offer(call))).isEqualTo(OfferResult.TAKEN);

    Answer answer = heard.answer();
    assertThat(answer.id()).isEqualTo("c1");
    assertThat(answer.status()).isEqualTo(Answer.Status.FOUND);
    assertThat(answer.at()).isEqualTo(TestLinks.AT);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("c1");
    CallBatch batch = taken(links.batches);
    assertThat(batch.sender()).isEqualTo(new Sender("g1", "run1", true));
    assertThat(batch.calls()).containsExactly(call);
    assertThat(links.opened).singleElement().matches(s -> s.kind() == Question.Kind.KEY);
  }

  @Test
  void shouldCarryCancels() {
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);

    links.onLoop(() -> link.cancel("c9"));

    assertThat(taken(links.batches).cancels()).containsExactly("c9");
  }

  @Test
  void shouldReportBatchesWithCallsAsSent() {
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);

    links.onLoop(
        () -> {
          link.cancel("c9");
          link.flush();
          link.offer(call("c1"));
          link.offer(call("c2"));
          link.flush();
          return link.offer(call("c3"));
        });

    heard.answer();
    heard.answer();
    heard.answer();
    assertThat(heard.sent).containsExactly(2, 1);
  }

  @Test
  void shouldStayQuietOnceItsClientIsClosed() {
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    links.loop.exceptionHandler(thrown::add);
    RecordingListener heard = new RecordingListener();
    CallLink link = links.link(PORT_OF_NOBODY, heard);
    assertThat(heard.event()).startsWith("down: can't connect");

    links.client.close();

    await().until(() -> heard.event().contains("the client is closed"));
    link.close();
    assertThat(thrown).isEmpty();
  }

  @Test
  void shouldPackWhatIsOfferedTogether() {
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);

    links.onLoop(
        () -> {
          for (int i = 0; i < 1000; i++) {
            link.offer(call("c" + i));
          }
          return true;
        });

    Set<String> ids = new HashSet<>();
    while (ids.size() < 1000) {
      ids.add(heard.answer().id());
    }
    assertThat(links.batches.size()).isBetween(2, 5); // full ones of 512, and the rest
  }

  @Test
  void shouldSendHeartbeatsWithTheConditionBothWays() {
    // The machine may stand still for seconds, in which neither side sends anything.
    bounds(TestLinks.bounds(Duration.ofSeconds(4), 1 << 20, 1 << 20));
    RecordingListener heard = new RecordingListener();
    up(links.serve(0), heard);
    AnswerBatch first = taken(heard.batches);
    assertThat(first.responder().ready()).isTrue();
    assertThat(first.responder().pending(Question.Kind.VIEW)).isEqualTo(2);
    links.ready = false;

    await().until(() -> !taken(heard.batches).responder().ready());
    // Twice the silence that would end the link, on either side.
    for (int i = 0; i < 80; i++) {
      taken(heard.batches);
    }
    assertThat(heard.events).isEmpty();
    assertThat(links.closed).isEmpty();
    assertThat(links.batches).isEmpty();
  }

  @Test
  void shouldConnectAgainWhenTheServerComesBack() {
    int port = links.serve(FreePort.any());
    RecordingListener heard = new RecordingListener();
    CallLink link = up(port, heard);

    links.stopServing();
    assertThat(heard.event()).startsWith("down: ");
    assertThat(links.<OfferResult>onLoop(() -> link.offer(call("lost"))))
        .isEqualTo(OfferResult.DOWN);
    links.serve(port);

    await()
        .until(
            () -> links.<OfferResult>onLoop(() -> link.offer(call("back"))) == OfferResult.TAKEN);
    assertThat(heard.answer().id()).isEqualTo("back");
  }

  @Test
  void shouldServeAgainAtItsPortAsSoonAsItHasStopped() {
    int port = FreePort.any();
    for (int i = 0; i < 200; i++) {
      assertThat(links.serve(port)).isEqualTo(port);
      links.stopServing();
    }
  }

  @Test
  void shouldConnectAgainAfterItHasRefusedThePeer() {
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);

    links.onLoop(
        () -> {
          link.refuse("'y' answers there");
          return true;
        });

    assertThat(heard.event()).isEqualTo("down: 'y' answers there");
    await().until(() -> links.closed.size() == 1);
    assertThat(heard.event()).isEqualTo("up");
  }

  /** It would send it again, and get calls in between, tens of times a second. */
  @Test
  void shouldConnectAgainOnlyAfterAWhileWhereThePeerSendsGarbage() {
    links.garbles = true;
    BlockingQueue<Long> timesNs = new LinkedBlockingQueue<>();
    BlockingQueue<String> reasons = new LinkedBlockingQueue<>();
    links.link(
        links.serve(0),
        new LinkListener() {
          @Override
          public void up() {
            timesNs.add(System.nanoTime());
          }

          @Override
          public void answers(AnswerBatch batch) {}

          @Override
          public void down(String reason) {
            reasons.add(reason);
            timesNs.add(System.nanoTime());
          }
        });

    assertThat(taken(reasons)).startsWith("the peer sent something other than a batch");
    var unused = taken(timesNs);
    long downNs = taken(timesNs);
    long upNs = taken(timesNs);
    assertThat(upNs - downNs).isGreaterThan(links.bounds.maxBackoff().toNanos() / 2);
  }

  @Test
  void shouldSendTheAnswersThatItHasTakenBeforeItEndsAStream() {
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);
    links.ends = "it was told to";

    links.onLoop(() -> link.offer(call("c1")));

    assertThat(heard.answer().id()).isEqualTo("c1");
    assertThat(heard.event()).isEqualTo("down: the peer ended the stream: it was told to");
  }

  @Test
  void shouldKeepTryingWhereNothingListens() {
    int port = FreePort.any();
    RecordingListener heard = new RecordingListener();
    links.link(port, heard);
    for (int i = 0; i < 3; i++) {
      assertThat(heard.event()).startsWith("down: can't connect");
    }
    links.serve(port);
    String event = heard.event();
    while (!event.equals("up")) {
      event = heard.event();
    }
  }

  @Test
  void shouldReportNothingAfterItIsClosed() {
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);
    link.close();
    await().until(() -> !links.closed.isEmpty());

    assertThat(links.<OfferResult>onLoop(() -> link.offer(call("c1")))).isEqualTo(OfferResult.DOWN);
    links.stopServing();
    assertThat(heard.events).isEmpty();
  }

  /** A peer that accepts connections and says nothing, like a process that is stopped. */
  @Test
  void shouldGiveUpASilentPeer() throws IOException {
    bounds(TestLinks.bounds(Duration.ofMillis(300), 1 << 20, 1 << 20));
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      RecordingListener heard = new RecordingListener();
      links.link(silent.getLocalPort(), heard);
      assertThat(heard.event()).isEqualTo("down: the peer was silent for 300 ms");
      assertThat(heard.event()).isEqualTo("down: the peer was silent for 300 ms");
    }
  }

  @Test
  void shouldRefuseCallsWhileThePeerTakesNoData() throws IOException {
    bounds(TestLinks.bounds(Duration.ofMinutes(1), 64 << 10, 256 << 10));
    int port = links.serve(0);
    try (Throttle throttle = new Throttle(port)) {
      RecordingListener heard = new RecordingListener();
      CallLink link = up(throttle.port(), heard);
      throttle.hold();

      Set<String> taken = new HashSet<>();
      int[] next = {0};
      await()
          .until(
              () ->
                  links.onLoop(
                      () -> {
                        for (int i = 0; i < 5000; i++) {
                          String id = "c" + next[0]++;
                          if (link.offer(big(id)) == OfferResult.FULL) {
                            return true;
                          }
                          taken.add(id);
                        }
                        return false;
                      }));
      assertThat(links.<OfferResult>onLoop(() -> link.offer(call("no"))))
          .isEqualTo(OfferResult.FULL);

      throttle.release();
      while (!taken.isEmpty()) {
        taken.remove(heard.answer().id());
      }
      await()
          .until(
              () -> links.<OfferResult>onLoop(() -> link.offer(call("yes"))) == OfferResult.TAKEN);
    }
  }

  /** A call whose deadline does not pass while the line is held. */
  private static Call big(String id) {
    return new Call(id, new Question.OfKey("k".repeat(1000)), 60_000, null, 1, List.of("g1"));
  }

  @Test
  void shouldDropAnswersThatTheClientDoesNotTake() throws IOException {
    bounds(TestLinks.bounds(Duration.ofMinutes(1), 64 << 10, 2 << 20));
    links.bodyBytes = 1 << 20;
    int port = links.serve(0);
    try (Throttle throttle = new Throttle(port)) {
      RecordingListener heard = new RecordingListener();
      CallLink link = up(throttle.port(), heard);
      throttle.holdAnswers();
      links.onLoop(
          () -> {
            for (int i = 0; i < 64; i++) {
              link.offer(call("c" + i));
            }
            return true;
          });
      assertThat(taken(links.batches).calls()).hasSize(64);
      throttle.release();

      Set<String> early = new HashSet<>();
      Set<String> late = new HashSet<>();
      int[] next = {0};
      await()
          .until(
              () -> {
                links.onLoop(() -> link.offer(call("late" + next[0]++)));
                for (Answer answer : heard.answers) {
                  (answer.id().startsWith("c") ? early : late).add(answer.id());
                }
                return !late.isEmpty();
              });
      assertThat(early).hasSizeLessThan(64).contains("c0");
    }
  }

  @Test
  void shouldCarryBigAnswers() {
    links.bodyBytes = 3_000_000;
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);

    links.onLoop(() -> link.offer(call("c1")));

    assertThat(heard.answer().body()).hasSize(3_000_000).startsWith('c', '1', 0);
  }

  @Test
  void shouldEndOnlyTheStreamOfAPeerThatSendsGarbage() {
    RecordingListener heard = new RecordingListener();
    int port = links.serve(0);
    CallLink link = up(port, heard);
    Buffer garbage = Buffer.buffer().appendByte((byte) 0).appendInt(4).appendString("oops");

    assertThat(ending(port, "/windsock.v1.Calls/Keys", garbage)).startsWith("3 ");

    links.onLoop(() -> link.offer(call("c1")));
    assertThat(heard.answer().id()).isEqualTo("c1");
    assertThat(heard.events).isEmpty();
  }

  @Test
  void shouldEndAStreamWhoseSenderChanges() {
    int port = links.serve(0);
    Buffer one = batch(new Sender("g1", "run1", true));
    Buffer other = batch(new Sender("g2", "run1", true));

    assertThat(ending(port, "/windsock.v1.Calls/Keys", one.appendBuffer(other)))
        .startsWith("3 ")
        .contains("g2");
    await().until(() -> links.closed.size() == 1);
  }

  @Test
  void shouldHoldNothingOfABatchOnceTheStreamHasEnded() {
    bounds(TestLinks.bounds(Duration.ofMillis(300), 1 << 20, 1 << 20));
    Buffer half = Buffer.buffer().appendByte((byte) 0).appendInt(1 << 20);
    half.appendBytes(new byte[100_000]);
    Buffer bytes = batch(new Sender("g1", "run1", true)).appendBuffer(half);

    assertThat(ending(links.serve(0), "/windsock.v1.Calls/Keys", bytes)).startsWith("14 ");

    await().until(() -> links.closed.size() == 1);
    assertThat(links.<Integer>onLoop(() -> links.closed.get(0).heldBytes())).isZero();
  }

  @Test
  void shouldNotKnowOtherMethods() {
    assertThat(ending(links.serve(0), "/windsock.v1.Calls/Others", Buffer.buffer()))
        .startsWith("12 ");
  }

  @Test
  void shouldTurnAwayOtherProtocols() {
    int port = links.serve(0);
    assertThat(RawHttp.get(port, "/").status()).isEqualTo(426);
  }

  @Test
  void shouldSayWhichAddressItCannotListenAt() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> links.serve(port))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("link 127.0.0.1:" + port);
    }
  }

  @Test
  void shouldRefuseACallBeyondItsBounds() {
    RecordingListener heard = new RecordingListener();
    CallLink link = up(links.serve(0), heard);
    assertThatThrownBy(() -> links.<OfferResult>onLoop(() -> link.offer(call("no spaces"))))
        .hasMessageContaining("id 'no spaces'");
    links.onLoop(() -> link.offer(call("c1")));
    assertThat(heard.answer().id()).isEqualTo("c1");
  }

  private static Buffer batch(Sender sender) {
    List<ByteBuffer> message = CallBatchCodec.encode(new CallBatch(sender, List.of(), List.of()));
    return Buffer.buffer().appendBuffer(Frames.frame(message));
  }

  /** Sends bytes on a stream of its own; answers its status and message. */
  private String ending(int port, String path, Buffer bytes) {
    CompletableFuture<String> end = new CompletableFuture<>();
    links.loop.runOnContext(
        v ->
            links
                .client
                .connect(new HttpConnectOptions().setHost("127.0.0.1").setPort(port).setSsl(false))
                .compose(connection -> opened(connection, path))
                .onSuccess(request -> send(request, bytes, end))
                .onFailure(end::completeExceptionally));
    return end.orTimeout(60, TimeUnit.SECONDS).join();
  }

  private static Future<HttpClientRequest> opened(HttpClientConnection connection, String path) {
    return connection.request(new RequestOptions().setMethod(HttpMethod.POST).setURI(path));
  }

  private static void send(HttpClientRequest request, Buffer bytes, CompletableFuture<String> end) {
    request.putHeader("content-type", "application/grpc");
    request
        .response()
        .onFailure(end::completeExceptionally)
        .onSuccess(
            response -> {
              response.handler(data -> {});
              response.exceptionHandler(end::completeExceptionally);
              response.endHandler(
                  v -> {
                    String status = response.getTrailer("grpc-status");
                    String message = response.getTrailer("grpc-message");
                    end.complete(
                        (status == null ? response.getHeader("grpc-status") : status)
                            + " "
                            + (message == null ? response.getHeader("grpc-message") : message));
                  });
            });
    request.write(bytes);
  }

  /** A proxy that can stop reading from either side, so that TCP's windows close. */
  private static final class Throttle implements AutoCloseable {
    private final ServerSocket listening =
        new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int to;
    private final Object lock = new Object();
    private boolean held;
    private boolean answersHeld;
    private final List<Socket> sockets = new ArrayList<>();

    Throttle(int to) throws IOException {
      this.to = to;
      start(this::accept);
    }

    private static void start(Runnable work) {
      Thread thread = new Thread(work, "throttle");
      thread.setDaemon(true);
      thread.start();
    }

    int port() {
      return listening.getLocalPort();
    }

    private void accept() {
      try {
        while (true) {
          Socket client = listening.accept();
          Socket server = new Socket(InetAddress.getLoopbackAddress(), to);
          synchronized (lock) {
            sockets.add(client);
            sockets.add(server);
          }
          start(() -> copy(client, server, false));
          start(() -> copy(server, client, true));
        }
      } catch (IOException e) {
        // closed
      }
    }

    private void copy(Socket from, Socket into, boolean answers) {
      byte[] bytes = new byte[16 << 10];
      try (InputStream in = from.getInputStream()) {
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
          synchronized (lock) {
            while (held || (answers && answersHeld)) {
              lock.wait();
            }
          }
          into.getOutputStream().write(bytes, 0, read);
        }
      } catch (IOException | InterruptedException e) {
        // closed
      }
    }

    void hold() {
      synchronized (lock) {
        held = true;
      }
    }

    void holdAnswers() {
      synchronized (lock) {
        answersHeld = true;
      }
    }

    void release() {
      synchronized (lock) {
        held = false;
        answersHeld = false;
        lock.notifyAll();
      }
    }

    @Override
    public void close() throws IOException {
      release();
      listening.close();
      synchronized (lock) {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
    }
  }
}
