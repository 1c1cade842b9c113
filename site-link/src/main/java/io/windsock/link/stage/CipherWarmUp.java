package io.windsock.link.stage;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and decrypts for a second what nobody needs, so that the JVM compiles AES-GCM to the
 * processor's instructions. It does that only for methods that are called thousands of times, and a
 * link calls them with large pieces, seldom: without this, batches and TLS are encrypted at less
 * than a tenth of the rate long after the start (decision 98).
 */
public final class CipherWarmUp {
  private static final String NAME = "warm-up";
  private static final AtomicBoolean BEGUN = new AtomicBoolean();

  /** Pieces with and without a rest, so that no code is compiled that bears one kind alone. */
  private static final List<Integer> SMALL = List.of(0, 16, 33, 256, 263, 1040);

  private static final List<Integer> LARGE = List.of(16 << 10, 100_000, 40_001);
  static final int ROUNDS_PER_LARGE = 64;
  static final int MOST_ROUNDS = 6_000;
  private static final long MOST_NS = TimeUnit.SECONDS.toNanos(5);

  /** Bytes per ns, about a fifth of what a processor with AES instructions achieves. */
  private static final double FAST = 0.4;

  private static final int FAST_IN_A_ROW = 12;

  /** The level at which the second compiler works; it alone knows the processor's instructions. */
  private static final int SECOND_COMPILER = 4;

  private final SessionCipher cipher =
      new SessionCipher(KeyRing.of(LinkKey.random(NAME)), ownSeed(), 1);
  private final String key = cipher.activeKey();
  private long frame;
  private int fast;

  private CipherWarmUp() {}

  private static SessionSeed ownSeed() {
    return new SessionSeed(NAME, SessionSeed.random(), SessionSeed.random());
  }

  /**
   * Begins it on a thread of its own, the first time in this process, unless the JVM compiles
   * nothing to these instructions; returns whether it did.
   */
  public static boolean start() {
    if (!compiles() || !BEGUN.compareAndSet(false, true)) {
      return false;
    }
    Thread thread = new Thread(() -> new CipherWarmUp().run(), "link-cipher-warm-up");
    thread.setDaemon(true);
    thread.start();
    return true;
  }

  /** Returns whether there is a second compiler, as far as the JVM says. */
  static boolean compiles() {
    @Nullable HotSpotDiagnosticMXBean vm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return vm == null
          || Integer.parseInt(vm.getVMOption("TieredStopAtLevel").getValue()) >= SECOND_COMPILER;
    } catch (IllegalArgumentException e) { // another JVM
      return true;
    }
  }

  /** Does it now; returns after how many rounds large pieces were fast, or it took too long. */
  static int now() {
    return new CipherWarmUp().run();
  }

  private int run() {
    long beginNs = System.nanoTime();
    int round = 0;
    while (round < MOST_ROUNDS && fast < FAST_IN_A_ROW) {
      round++;
      for (int bytes : SMALL) {
        sealAndOpen(new byte[bytes]);
      }
      if (round % ROUNDS_PER_LARGE == 0) {
        LARGE.forEach(this::large);
        if (System.nanoTime() - beginNs > MOST_NS) {
          break;
        }
      }
    }
    return round;
  }

  private void large(int bytes) {
    byte[] piece = new byte[bytes];
    long beginNs = System.nanoTime();
    sealAndOpen(piece);
    boolean was = 2 * bytes > FAST * (System.nanoTime() - beginNs);
    fast = was ? fast + 1 : 0;
  }

  private void sealAndOpen(byte[] piece) {
    FrameHeader header = new FrameHeader(1, frame++, 1, 0, 1, Codec.PLAIN, piece.length, key);
    byte[] head = header.encode();
    try {
      byte[] opened = cipher.open(header, head, cipher.seal(header, head, piece));
      if (opened.length != piece.length) {
        throw new IllegalStateException(header + " was opened with " + opened.length + " bytes");
      }
    } catch (RefusedFrameException e) {
      throw new IllegalStateException("a piece of its own was refused", e);
    }
  }
}
