package io.windsock.link.receive;

import io.windsock.link.batch.PartCount;
import io.windsock.link.pipeline.Pipeline;
import io.windsock.link.pipeline.PipelineChooser;
import io.windsock.link.pipeline.PipelineException;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.pipeline.ShapeControl;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.StageTimes;
import io.windsock.link.pipeline.Step;
import io.windsock.link.stage.FrameGuard;
import io.windsock.link.stage.KeyRingException;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.stage.SessionCipher;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionSeed;
import io.windsock.link.stats.ReceiverStats;
import io.windsock.link.stats.SlowTarget;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.FrameStream;
import io.windsock.link.transport.Open;
import io.windsock.link.transport.Opened;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.link.LinkNames;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session with a sender, on a thread of its own. The stream's event loop puts frames in ({@link
 * WaitingFrames}). The first error ends the session; the sender then opens another one, which
 * begins where the target is.
 */
final class ReceiverSession {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiverSession.class);
  private static final long LOOK_MS = 100;
  private static final long CLOSE_SECONDS = 20;
  private static final String TAKEN_OVER =
      "another session has taken the link over; if that goes on, a second sender runs: stop it";

  private final ReceiverConfig config;
  private final Open open;
  private final FrameStream stream;
  private final StageTimes times;
  private final ReceiverStats stats;
  private final WaitingFrames frames;
  private final SlowTarget slow;
  private final Thread thread;
  private volatile boolean ended;
  private volatile @Nullable PipelineException failure;

  /** What the session writes to, once that is open. */
  private volatile @Nullable TargetLog target;

  /** Proves what this side says, once the opening is checked. */
  private volatile @Nullable SessionProof by;

  ReceiverSession(ReceiverConfig config, Open open, FrameStream stream, ReceiverStats stats) {
    this.config = config;
    this.open = open;
    this.stream = stream;
    this.stats = stats;
    times = stats.times();
    slow = new SlowTarget(open.link());
    frames = new WaitingFrames(stream::pause, stream::resume);
    thread = new Thread(this::run, "link-receive-" + open.link());
    thread.setDaemon(true);
  }

  /** Returns the link, the sender's address, and what is wrong with the target. */
  OpenSession described() {
    TargetLog its = target;
    String incomplete = its == null ? null : its.position().incomplete();
    return new OpenSession(open.link(), stream.peer(), slow.reason(), incomplete);
  }

  void start() {
    thread.start();
  }

  /** Takes a frame. Called by the event loop. */
  void add(Frame frame) {
    frames.add(frame);
  }

  /** The stream has ended. Any thread. */
  void end() {
    ended = true;
    thread.interrupt();
  }

  /** Waits until its thread has ended. */
  void awaitEnd() throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
  }

  private void run() {
    try {
      SessionProof its = open.check(config.keys(), stream.challenge());
      by = its;
      session(its);
    } catch (RefusedFrameException e) {
      stats.refused().add(e.reason());
      refuse(LinkNames.STATUS_INVALID_ARGUMENT, e.getMessage());
    } catch (KeyRingException e) {
      refuse(LinkNames.STATUS_UNAVAILABLE, e.getMessage());
    } catch (RuntimeException | Error e) { // the sender would wait for ever
      LOG.error("link {}: session failed", open.link(), e);
      refuse(LinkNames.STATUS_UNAVAILABLE, "the receiver failed; its log says why");
    }
  }

  private void session(SessionProof its) throws RefusedFrameException {
    try (TargetLog log = TargetLog.open(config.kafka(), open);
        TargetWatch watch = watch(log)) {
      watch.start();
      target = log;
      LinkPosition position = log.position();
      stats.counts().session(config.shape());
      stream.send(new Opened(position.epoch(), position.batch(), position.next()), its);
      LOG.info(
          "link {}: {} opened session {}; the target has batch {}",
          open.link(),
          stream.peer(),
          position.epoch(),
          position.batch());
      receive(log, its.seed());
    } catch (RefusedLinkException e) {
      refuse(LinkNames.STATUS_FAILED_PRECONDITION, e.getMessage());
    } catch (KafkaException e) {
      refuse(LinkNames.STATUS_UNAVAILABLE, "the target: " + described(e));
    } catch (PipelineException e) {
      refused(e);
    } catch (InterruptedException e) {
      LOG.debug("link {}: session ended", open.link());
    }
  }

  private TargetWatch watch(TargetLog log) {
    return TargetWatch.of(
        config.kafka(),
        open.topics(),
        log,
        new TargetWatch.Listener() {
          @Override
          public void changed(String reason) {
            refuse(LinkNames.STATUS_FAILED_PRECONDITION, reason);
          }

          @Override
          public void superseded() {
            refuse(LinkNames.STATUS_UNAVAILABLE, "the target: " + TAKEN_OVER);
          }
        });
  }

  private static String described(Throwable e) {
    return isFenced(e) ? TAKEN_OVER : String.valueOf(e.getMessage());
  }

  /** A broker refuses the end of a transaction by one exception, and a record by the other. */
  private static boolean isFenced(Throwable e) {
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (at instanceof ProducerFencedException || at instanceof InvalidProducerEpochException) {
        return true;
      }
    }
    return false;
  }

  private void refused(PipelineException e) {
    Throwable cause = e.getCause();
    if (cause instanceof RefusedFrameException known) {
      stats.refused().add(known.reason());
      refuse(LinkNames.STATUS_INVALID_ARGUMENT, cause.getMessage());
    } else if (cause instanceof KafkaException) {
      refuse(LinkNames.STATUS_UNAVAILABLE, "the target: " + described(cause));
    } else {
      refuse(LinkNames.STATUS_INVALID_ARGUMENT, e.getMessage());
    }
  }

  private void refuse(String status, @Nullable String reason) {
    if (!ended) {
      LOG.warn("link {}: {}: session ended: {}", open.link(), stream.peer(), reason);
      stream.refuse(status, String.valueOf(reason), by);
    }
  }

  private void receive(TargetLog log, SessionSeed seed)
      throws PipelineException, RefusedFrameException, InterruptedException {
    SessionCipher cipher = new SessionCipher(config.keys(), seed, log.position().epoch());
    int processors = Runtime.getRuntime().availableProcessors();
    ShapeControl control = new ShapeControl(false, processors, times, config.shape());
    FrameGuard guard = new FrameGuard(log.position().epoch(), log.position().batch());
    List<Step<IncomingBatch>> steps = ReceiverSteps.of(cipher, guard);
    Commits commits = new Commits(log, stream, cipher, times, stats, slow);
    while (!ended) {
      receiveThrough(steps, commits, control);
    }
  }

  /** Receives through one pipeline until the session ends, or another pipeline is chosen. */
  private void receiveThrough(
      List<Step<IncomingBatch>> steps, Commits commits, ShapeControl control)
      throws PipelineException, RefusedFrameException, InterruptedException {
    PipelineChooser.@Nullable Choice choice = null;
    PipelineShape shape = control.shape();
    try (Pipeline<IncomingBatch> pipeline =
        new Pipeline<>(
            "link-receive", shape, steps, commits, times, new Times(), e -> failure = e)) {
      Arrival arrival = new Arrival();
      while (!ended && choice == null) {
        Frame frame = next(pipeline);
        if (frame != null) {
          IncomingBatch batch = arrival.add(frame);
          if (batch != null) {
            batch.shape(shape);
            pipeline.run(batch);
            choice = config.chooses() ? control.batch(mostThreads(batch)) : null;
          }
        }
      }
      pipeline.finish();
    }
    if (choice != null) {
      stats.counts().changed(choice.shape(), choice.reason());
      LOG.info("link {}: the receiver's pipeline is now {}", open.link(), choice.reason());
    }
  }

  /** The parts that it has, or those that the sender makes of one like it if told to. */
  private static int mostThreads(IncomingBatch batch) {
    return Math.max(batch.frames.size(), PartCount.most(batch.plainBytes()));
  }

  private @Nullable Frame next(Pipeline<IncomingBatch> pipeline)
      throws PipelineException, InterruptedException {
    Frame frame = frames.poll(0);
    if (frame == null) {
      pipeline.idle();
      frame = frames.poll(LOOK_MS);
    }
    PipelineException why = failure;
    if (why != null) {
      throw why;
    }
    return frame;
  }

  /** Notes each batch's times, for the reply. */
  private static final class Times implements Pipeline.Listener<IncomingBatch> {
    @Override
    public void ran(IncomingBatch batch, StageName stage, long ns) {
      batch.took(stage, ns);
    }

    @Override
    public void ran(IncomingBatch batch, long ns) {}
  }
}
