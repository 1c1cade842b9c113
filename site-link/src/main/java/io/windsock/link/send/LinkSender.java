package io.windsock.link.send;

import io.vertx.core.Vertx;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.pipeline.PipelineException;
import io.windsock.link.pipeline.StageTimes;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.stage.CipherWarmUp;
import io.windsock.link.stage.KeyRingException;
import io.windsock.link.stats.SenderStats;
import io.windsock.link.transport.FrameClient;
import io.windsock.link.transport.FrameSession;
import io.windsock.link.transport.LostException;
import io.windsock.link.transport.Opening;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.time.Clocks;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sender at the primary site. It opens a session with the receiver, and another one whenever a
 * session is lost; each begins where the target is. When the source lacks what the link needs next,
 * it stops, loudly, or copies everything anew, as configured; it also stops when the receiver
 * refuses the link. Any thread may call it.
 */
public final class LinkSender implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LinkSender.class);

  /**
   * How long a receiver may take to open a session: longer than it waits for its brokers, so that
   * it can say what is wrong with them. A dead line is noticed sooner, because it is silent.
   */
  private static final Duration OPEN_PATIENCE = Duration.ofMinutes(2);

  private static final Duration TOPIC_PATIENCE = Duration.ofSeconds(15);
  private static final long MIN_BACKOFF_MS = 100;
  private static final long MAX_BACKOFF_MS = 5_000;
  private static final long CLOSE_SECONDS = 30;
  private static final long PAUSE_LOOK_MS = 100;

  private final SenderConfig config;
  private final Vertx vertx;
  private final FrameClient client;
  private final SenderStats stats;
  private final PauseSwitch pause = new PauseSwitch();
  private final SourceEnds ends;
  private final Thread thread;
  private volatile @Nullable SenderSession session;
  private volatile SenderStatus last = SenderStatus.INITIAL;
  private volatile boolean closed;

  /** The epoch of the last session that was opened. Owned by the sender's thread. */
  private int openedEpoch;

  /**
   * The session after which the next one copies everything anew; 0 if it does not. Owned by the
   * sender's thread.
   */
  private int anewAfter;

  private LinkSender(SenderConfig config) {
    this.config = config;
    stats = SenderStats.of(config.shape());
    vertx = Vertx.vertx(EventLoops.options(1));
    client = new FrameClient(vertx, config.host(), config.port(), config.tls());
    ends = SourceEnds.start(config.kafka(), stats.progress(), Clocks.system());
    thread = new Thread(this::run, "link-send-" + config.link());
    thread.setDaemon(true);
  }

  /** Starts a sender, which connects in the background. */
  public static LinkSender start(SenderConfig config) {
    LinkSender sender = new LinkSender(config);
    if (config.keys().encrypts()) {
      var unused = CipherWarmUp.start();
    }
    sender.thread.start();
    return sender;
  }

  /** Returns what it does. */
  public SenderStatus status() {
    SenderSession current = session;
    return current == null ? last : current.status();
  }

  /** Returns how long each stage takes. */
  public StageTimes times() {
    return stats.times();
  }

  /** Returns what it counts. */
  public SenderStats stats() {
    return stats;
  }

  /**
   * Pauses it, or ends the pause. A paused sender waits for the replies to what is on its way,
   * closes the session and opens none. A second call does nothing; nor does any once it has
   * stopped.
   */
  public void pause(boolean paused) {
    pause.set(paused);
    LOG.info("link {}: {}", config.link(), paused ? "paused" : "resumed");
  }

  /** Returns whether it is paused, or about to be. */
  public boolean pausing() {
    return pause.isOn();
  }

  private void run() {
    long backoffMs = MIN_BACKOFF_MS;
    try {
      while (!closed && last.state() != State.STOPPED) {
        awaitResumed();
        long before = last.batch();
        attempt();
        boolean asWanted = last.batch() > before || pause.isOn();
        backoffMs = asWanted ? MIN_BACKOFF_MS : Math.min(2 * backoffMs, MAX_BACKOFF_MS);
        if (last.state() != State.STOPPED) {
          pause.awaitOn(() -> closed, PAUSE_LOOK_MS, backoffMs); // a pause ends the backoff
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("link {}: interrupted", config.link());
    }
    if (last.state() != State.STOPPED) {
      last = last.with(State.CLOSED, "closed");
    }
  }

  private void awaitResumed() throws InterruptedException {
    if (pause.isOn()) {
      last = last.with(State.PAUSED, "by an operator; 'windsock link resume' ends it");
      pause.awaitOff(() -> closed, PAUSE_LOOK_MS);
      last = last.with(State.CONNECTING, "resumed");
    }
  }

  /** Opens a session and sends until it is lost. */
  private void attempt() throws InterruptedException {
    if (closed) {
      return;
    }
    try (SourceLog source = SourceLog.open(config, TOPIC_PATIENCE)) {
      send(source);
    } catch (LostException e) {
      ended(e.permanent(), e);
    } catch (PipelineException e) {
      boolean passes =
          e.getCause() instanceof LostException || e.getCause() instanceof KeyRingException;
      ended(!passes, e);
    } catch (SourceException e) {
      boolean anew = e.isTrimmed() && config.whenTrimmed() == WhenTrimmed.COPY_ANEW;
      anewAfter = anew ? openedEpoch : 0;
      ended(!anew, e);
    } catch (ConfigurationException e) {
      ended(last.epoch() == 0, e); // a file that was good once may just be replaced
    } catch (KafkaException e) { // the source's brokers may come back
      ended(false, e);
    } catch (RuntimeException | Error e) { // a thread that died would look alive
      LOG.error("link {}: failed", config.link(), e);
      ended(true, e);
    }
  }

  private void send(SourceLog source)
      throws LostException, PipelineException, SourceException, InterruptedException {
    Opening opening = new Opening(config.keys(), config.link(), source.topics(), anewAfter);
    anewAfter = 0; // if this session is not opened, another one finds out again
    try (FrameSession line = client.open(opening, OPEN_PATIENCE)) {
      openedEpoch = line.opened().epoch();
      SenderSession now =
          new SenderSession(config, source, line, stats, last, () -> closed || pause.isOn());
      session = now;
      LOG.info(
          "link {}: session {} from batch {}",
          config.link(),
          now.status().epoch(),
          now.status().batch());
      try {
        now.run();
      } finally {
        last = now.status();
        session = null;
        stats.progress().ended();
      }
    }
  }

  private void ended(boolean stops, Throwable e) {
    if (stops) {
      LOG.error("link {}: stopped: {}", config.link(), e.getMessage());
    } else if (!closed) {
      LOG.warn(
          "link {}: session lost: {}{}",
          config.link(),
          e.getMessage(),
          anewAfter > 0 ? "; everything is copied anew" : "");
    }
    last = last.with(stops ? State.STOPPED : State.CONNECTING, String.valueOf(e.getMessage()));
  }

  /** Stops sending, waiting for the replies to what is on its way. */
  @Override
  public void close() {
    closed = true;
    if (session == null) {
      thread.interrupt(); // nothing is on its way, and a session may take minutes to be opened
    }
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
      if (thread.isAlive()) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ends.close();
    client.close();
    var unused = vertx.close();
  }
}
