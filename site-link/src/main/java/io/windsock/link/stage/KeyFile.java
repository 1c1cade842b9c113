package io.windsock.link.stage;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of keys, a line each: {@code ID = BASE64}, of 32 random bytes ({@code openssl rand -base64
 * 32}). The last one is active. Lines that begin with # are comments. The file is read again within
 * a second after it changes; one with faults is reported once, and the former keys stay. To rotate,
 * append a key to the receiver's file first, then to the sender's. Any thread.
 */
public final class KeyFile implements KeyRing {
  private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);
  private static final int MAX_BYTES = 1 << 20;
  private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);

  /** The version of a file that is not there. */
  private static final Version MISSING = new Version(FileTime.fromMillis(0), -1, null);

  private final Path file;
  private final LongSupplier nanoTime;
  private volatile Loaded loaded;
  private volatile long lookedNs;

  /** The version that was refused last. Guarded by {@code this}. */
  private @Nullable Version refused;

  /** The keys of one version of the file. */
  private record Loaded(Version version, Map<String, LinkKey> keys, LinkKey active) {}

  /** Tells versions of the file apart. */
  private record Version(FileTime modified, long size, @Nullable Object inode) {}

  private KeyFile(Path file, Loaded loaded, LongSupplier nanoTime) {
    this.file = file;
    this.loaded = loaded;
    this.nanoTime = nanoTime;
    lookedNs = nanoTime.getAsLong();
  }

  /**
   * Reads a file.
   *
   * @throws ConfigurationException with every fault of it
   */
  public static KeyFile open(Path file) {
    return open(file, System::nanoTime);
  }

  /** As {@link #open(Path)}, with the clock. */
  static KeyFile open(Path file, LongSupplier nanoTime) {
    return new KeyFile(file, load(file), nanoTime);
  }

  @Override
  public LinkKey active() {
    refresh();
    return loaded.active();
  }

  @Override
  public @Nullable LinkKey find(String id) {
    // A key that was removed or replaced must not stay in use because its id is known.
    if (nanoTime.getAsLong() - lookedNs >= LOOK_NS || !loaded.keys().containsKey(id)) {
      refresh();
    }
    return loaded.keys().get(id);
  }

  private synchronized void refresh() {
    lookedNs = nanoTime.getAsLong();
    Version now = seen();
    if (now.equals(loaded.version()) || now.equals(refused)) {
      return;
    }
    try {
      LinkKey before = loaded.active();
      loaded = load(file);
      refused = null;
      LOG.info(
          "{}: {} keys; active is {}, was {}", file, loaded.keys().size(), loaded.active(), before);
    } catch (ConfigurationException e) {
      refused = now;
      LOG.warn("the former keys stay in use: {}", e.getMessage());
    }
  }

  private Version seen() {
    try {
      return version(file);
    } catch (IOException e) {
      return MISSING;
    }
  }

  private static Version version(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return new Version(now.lastModifiedTime(), now.size(), now.fileKey());
  }

  private static Loaded load(Path file) {
    try {
      Version version = version(file);
      if (version.size() > MAX_BYTES) {
        throw ConfigurationException.of(file.toString(), "is longer than " + MAX_BYTES + " bytes");
      }
      return new Parsing(file).keys(version, Files.readAllLines(file));
    } catch (IOException e) {
      throw ConfigurationException.of(file.toString(), "can't be read: " + e);
    }
  }

  /** Reads one version of the file. */
  private static final class Parsing {
    private final Path file;
    private final List<Fault> faults = new ArrayList<>();
    private final Map<String, LinkKey> keys = new LinkedHashMap<>();
    private @Nullable LinkKey last;

    Parsing(Path file) {
      this.file = file;
    }

    Loaded keys(Version version, List<String> lines) {
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (!line.isEmpty() && !line.startsWith("#")) {
          add(line, file + ":" + (i + 1));
        }
      }
      if (!faults.isEmpty()) {
        throw new ConfigurationException(faults);
      }
      LinkKey active = last;
      if (active == null) {
        throw ConfigurationException.of(file.toString(), "has no key; it must have ID = BASE64");
      }
      return new Loaded(version, Map.copyOf(keys), active);
    }

    /**
     * Takes in a line. A fault says nothing of the line's text: where an id is missing, the secret
     * is in its place, up to the equals sign that pads it.
     */
    private void add(String line, String place) {
      int equals = line.indexOf('=');
      String id = line.substring(0, Math.max(0, equals)).strip();
      String base64 = line.substring(equals + 1).strip();
      if (id.isEmpty() || base64.isEmpty()) {
        faults.add(new Fault(place, "is not ID = BASE64"));
        return;
      }
      if (!LinkKey.isId(id)) {
        faults.add(
            new Fault(place, "has an id that is not 1 to 64 letters, digits, dots, dashes or '_'"));
        return;
      }
      add(id, secret(base64, place), place);
    }

    private byte @Nullable [] secret(String base64, String place) {
      try {
        byte[] secret = Base64.getDecoder().decode(base64);
        if (secret.length == LinkKey.BYTES) {
          return secret;
        }
        faults.add(
            new Fault(
                place, "has a key of %d bytes, not %d".formatted(secret.length, LinkKey.BYTES)));
      } catch (IllegalArgumentException e) {
        faults.add(new Fault(place, "has a key that is not base64"));
      }
      return null;
    }

    private void add(String id, byte @Nullable [] secret, String place) {
      if (secret == null) {
        return;
      }
      LinkKey key = new LinkKey(id, secret);
      if (keys.put(id, key) != null) {
        faults.add(new Fault(place, "key '" + id + "' was there before"));
      }
      last = key;
    }
  }
}
