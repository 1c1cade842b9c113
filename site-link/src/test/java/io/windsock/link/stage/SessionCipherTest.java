package io.windsock.link.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.stage.RefusedFrameException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionCipherTest {
  private static final byte[] SECRET_TEXT =
      "a text that must not be seen on the wire".getBytes(StandardCharsets.UTF_8);
  private static final SessionSeed SEED =
      new SessionSeed("l", SessionSeed.random(), SessionSeed.random());

  /** Keys that a test rotates. */
  private static final class TestKeys implements KeyRing {
    private final Map<String, LinkKey> keys = new HashMap<>();
    private String active = "k1";

    TestKeys() {
      add("k1", 1);
    }

    void add(String id, int fill) {
      byte[] secret = new byte[LinkKey.BYTES];
      Arrays.fill(secret, (byte) fill);
      keys.put(id, new LinkKey(id, secret));
      active = id;
    }

    void remove(String id) {
      keys.remove(id);
    }

    @Override
    public LinkKey active() {
      LinkKey key = keys.get(active);
      assertThat(key).isNotNull();
      return key;
    }

    @Override
    public @Nullable LinkKey find(String id) {
      return keys.get(id);
    }
  }

  private final TestKeys keys = new TestKeys();
  private final SessionCipher cipher = new SessionCipher(keys, SEED, 3);

  private static FrameHeader header(int epoch, long frame, String key) {
    return new FrameHeader(epoch, frame, 9, 0, 1, Codec.ZSTD, 100, key);
  }

  private static void assertRefused(
      SessionCipher by, FrameHeader header, byte[] sealed, Reason reason) {
    assertThatThrownBy(() -> by.open(header, header.encode(), sealed))
        .isInstanceOfSatisfying(
            RefusedFrameException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void shouldOpenWhatItSealed() throws RefusedFrameException {
    FrameHeader header = header(3, 0, cipher.activeKey());
    byte[] sealed = cipher.seal(header, header.encode(), SECRET_TEXT);

    assertThat(sealed).hasSize(SECRET_TEXT.length + 16);
    assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("must not");
    assertThat(cipher.open(header, header.encode(), sealed)).isEqualTo(SECRET_TEXT);
  }

  @Test
  void shouldSealWithAKeyThatIsRemovedMeanwhile() throws RefusedFrameException {
    FrameHeader header = header(3, 0, cipher.activeKey());
    keys.remove("k1");
    byte[] sealed = cipher.seal(header, header.encode(), SECRET_TEXT);

    assertRefused(cipher, header, sealed, Reason.UNKNOWN_KEY);
    keys.add("k1", 1);
    assertThat(cipher.open(header, header.encode(), sealed)).isEqualTo(SECRET_TEXT);
  }

  @Test
  void shouldOpenPartsOfAnyLength() throws RefusedFrameException {
    for (int length : new int[] {0, 1, 16 << 10, (16 << 10) + 1, 3 * (16 << 10), 100_000}) {
      byte[] part = new byte[length];
      new Random(length).nextBytes(part);
      FrameHeader header = header(3, length, "k1");
      byte[] sealed = cipher.seal(header, header.encode(), part);

      assertThat(sealed).hasSize(length + 16);
      assertThat(cipher.open(header, header.encode(), sealed)).isEqualTo(part);
    }
  }

  @Test
  void shouldTakeFramesWithoutEncryptionOnlyIfNeitherSideHasKeys() throws RefusedFrameException {
    SessionCipher none = new SessionCipher(KeyRing.NONE, SEED, 3);
    FrameHeader plain = header(3, 0, none.activeKey());
    FrameHeader encrypted = header(3, 0, cipher.activeKey());
    byte[] sent = none.seal(plain, plain.encode(), SECRET_TEXT);
    byte[] sealed = cipher.seal(encrypted, encrypted.encode(), SECRET_TEXT);

    assertThat(none.open(plain, plain.encode(), sent)).isEqualTo(SECRET_TEXT);
    assertRefused(cipher, plain, sent, Reason.UNKNOWN_KEY);
    assertRefused(none, encrypted, sealed, Reason.UNKNOWN_KEY);
  }

  @Property(tries = 100)
  void shouldRefuseEveryAlteredBit(@ForAll @IntRange(min = 0, max = 56 * 8 - 1) int bit) {
    FrameHeader header = header(3, 0, "k1");
    byte[] sealed = cipher.seal(header, header.encode(), SECRET_TEXT);
    assertThat(sealed).hasSize(56);
    sealed[bit / 8] ^= (byte) (1 << bit % 8);

    assertRefused(cipher, header, sealed, Reason.ALTERED);
  }

  @Test
  void shouldRefuseAnAlteredHeader() {
    FrameHeader header = header(3, 5, "k1");
    byte[] sealed = cipher.seal(header, header.encode(), SECRET_TEXT);

    assertRefused(cipher, header(3, 6, "k1"), sealed, Reason.ALTERED);
    assertRefused(cipher, header(4, 5, "k1"), sealed, Reason.ALTERED);
    FrameHeader longer = new FrameHeader(3, 5, 9, 0, 1, Codec.ZSTD, 101, "k1");
    assertRefused(cipher, longer, sealed, Reason.ALTERED);
    FrameHeader later = new FrameHeader(3, 5, 10, 0, 1, Codec.ZSTD, 100, "k1");
    assertRefused(cipher, later, sealed, Reason.ALTERED);
  }

  @Test
  void shouldRefuseWhatIsCutShort() {
    FrameHeader header = header(3, 5, "k1");
    byte[] sealed = cipher.seal(header, header.encode(), SECRET_TEXT);

    assertRefused(cipher, header, Arrays.copyOf(sealed, sealed.length - 1), Reason.ALTERED);
    assertRefused(cipher, header, Arrays.copyOf(sealed, 16), Reason.ALTERED);
    assertRefused(cipher, header, Arrays.copyOf(sealed, 15), Reason.MALFORMED);
    assertRefused(cipher, header, new byte[0], Reason.MALFORMED);
  }

  /** With the same key, epoch and number: other random bytes of either side are another key. */
  @Test
  void shouldNotOpenAFrameOfAnotherSession() {
    FrameHeader header = header(3, 0, "k1");
    byte[] sealed = cipher.seal(header, header.encode(), SECRET_TEXT);

    for (SessionSeed seed :
        new SessionSeed[] {
          new SessionSeed("l", SessionSeed.random(), SEED.salt()),
          new SessionSeed("l", SEED.challenge(), SessionSeed.random()),
          new SessionSeed("m", SEED.challenge(), SEED.salt())
        }) {
      SessionCipher other = new SessionCipher(keys, seed, 3);
      assertThat(other.seal(header, header.encode(), SECRET_TEXT)).isNotEqualTo(sealed);
      assertRefused(other, header, sealed, Reason.ALTERED);
    }
    assertRefused(new SessionCipher(keys, SEED, 4), header, sealed, Reason.ALTERED);
  }

  /** A batch's reply is proven with the key of its frames, also if that was removed meanwhile. */
  @Test
  void shouldProveRepliesWithTheKeyOfTheFrames() throws RefusedFrameException {
    SessionCipher receiver = new SessionCipher(keys, SEED, 3);
    byte[] reply = {1, 2, 3};
    for (String id : new String[] {"k1", "k2"}) {
      keys.add(id, id.hashCode());
      FrameHeader header = header(3, 0, cipher.activeKey());
      assertThat(header.key()).isEqualTo(id);
      byte[] sealed = cipher.seal(header, header.encode(), SECRET_TEXT);
      assertThat(receiver.open(header, header.encode(), sealed)).isEqualTo(SECRET_TEXT);
    }
    keys.remove("k1");
    byte[] code = receiver.replyCode("k1", reply);

    assertThat(cipher.provesReply("k1", reply, code)).isTrue();
    assertThat(cipher.provesReply("k2", reply, code)).isFalse();
    assertThat(cipher.provesReply("k2", reply, receiver.replyCode("k2", reply))).isTrue();
    assertThat(cipher.provesReply("k1", new byte[] {1, 2, 4}, code)).isFalse();
    assertThat(cipher.provesReply("k1", reply, new byte[0])).isFalse();
  }

  @Test
  void shouldNotProveRepliesOfAnotherSession() {
    byte[] reply = {1, 2, 3};
    cipher.activeKey();
    for (SessionCipher other :
        new SessionCipher[] {
          new SessionCipher(keys, SEED, 4),
          new SessionCipher(keys, new SessionSeed("l", SessionSeed.random(), SEED.salt()), 3)
        }) {
      other.activeKey();
      assertThat(cipher.provesReply("k1", reply, other.replyCode("k1", reply))).isFalse();
    }
  }

  @Test
  void shouldProveNothingWithoutKeys() {
    SessionCipher none = new SessionCipher(KeyRing.NONE, SEED, 3);

    assertThat(none.replyCode("", new byte[] {1})).isEmpty();
    assertThat(none.provesReply("", new byte[] {1}, new byte[0])).isTrue();
  }

  @Test
  void shouldRotateKeysWithinASession() throws RefusedFrameException {
    FrameHeader before = header(3, 0, cipher.activeKey());
    byte[] old = cipher.seal(before, before.encode(), SECRET_TEXT);
    keys.add("k2", 2);
    FrameHeader after = header(3, 1, cipher.activeKey());
    byte[] young = cipher.seal(after, after.encode(), SECRET_TEXT);

    assertThat(after.key()).isEqualTo("k2");
    assertThat(cipher.open(before, before.encode(), old)).isEqualTo(SECRET_TEXT);
    assertThat(cipher.open(after, after.encode(), young)).isEqualTo(SECRET_TEXT);
    SessionCipher behind = new SessionCipher(new TestKeys(), SEED, 3);
    assertRefused(behind, after, young, Reason.UNKNOWN_KEY);
  }

  @Test
  void shouldAdmitFramesInOrderAndOnce() throws RefusedFrameException {
    FrameGuard guard = new FrameGuard(3, 8);
    guard.admit(header(3, 0, "k1"));
    FrameHeader next = new FrameHeader(3, 1, 10, 0, 2, Codec.PLAIN, 1, "k1");
    FrameHeader last = new FrameHeader(3, 2, 10, 1, 2, Codec.PLAIN, 1, "k1");

    assertNotAdmitted(guard, header(3, 0, "k1"), Reason.REPLAYED);
    assertNotAdmitted(guard, last, Reason.OUT_OF_ORDER);
    assertNotAdmitted(guard, header(2, 1, "k1"), Reason.OTHER_SESSION);
    assertNotAdmitted(guard, header(3, 1, "k1"), Reason.MALFORMED);
    guard.admit(next);
    FrameHeader early = new FrameHeader(3, 2, 11, 0, 1, Codec.PLAIN, 1, "k1");
    assertNotAdmitted(guard, early, Reason.MALFORMED);
    guard.admit(last);
    guard.admit(new FrameHeader(3, 3, 11, 0, 1, Codec.PLAIN, 1, "k1"));
  }

  private static void assertNotAdmitted(FrameGuard guard, FrameHeader header, Reason reason) {
    assertThatThrownBy(() -> guard.admit(header))
        .isInstanceOfSatisfying(
            RefusedFrameException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void shouldReadTheHeaderAsItWasWritten() throws MalformedBatchException {
    FrameHeader header =
        new FrameHeader(Integer.MAX_VALUE, Long.MAX_VALUE, 7, 63, 64, Codec.LZ4, 1 << 26, "k-1");

    assertThat(FrameHeader.decode(header.encode())).isEqualTo(header);
  }

  @Test
  void shouldRefuseAHeaderBeyondTheBounds() {
    for (FrameHeader bad :
        new FrameHeader[] {
          new FrameHeader(-1, 0, 0, 0, 1, Codec.PLAIN, 0, "k"),
          new FrameHeader(0, -1, 0, 0, 1, Codec.PLAIN, 0, "k"),
          new FrameHeader(0, 0, -1, 0, 1, Codec.PLAIN, 0, "k"),
          new FrameHeader(0, 0, 0, 1, 1, Codec.PLAIN, 0, "k"),
          new FrameHeader(0, 0, 0, 0, 65, Codec.PLAIN, 0, "k"),
          new FrameHeader(0, 0, 0, 0, 1, Codec.PLAIN, (1 << 26) + 1, "k")
        }) {
      assertThatThrownBy(() -> FrameHeader.decode(bad.encode()))
          .isInstanceOf(MalformedBatchException.class);
    }
    assertThatThrownBy(() -> FrameHeader.decode(new byte[0]))
        .isInstanceOf(MalformedBatchException.class);
    byte[] cut = header(1, 1, String.join("", Collections.nCopies(64, "k"))).encode();
    assertThatThrownBy(() -> FrameHeader.decode(Arrays.copyOf(cut, cut.length - 1)))
        .isInstanceOf(MalformedBatchException.class);
  }
}
