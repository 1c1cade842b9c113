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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of keys, a line each: {@code ID = BASE64}, of 32 random bytes ({@code openssl rand -base64
 * 32}). The last one is active. Lines that begin with # are comments. The file is read again when
 * it changes; a changed file with faults is reported, and the former keys stay. To rotate, append a
 * key to the receiver's file first, then to the sender's. Any thread.
 */
public final class KeyFile implements KeyRing {
  private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);
  private static final int MAX_BYTES = 1 << 20;

  private final Path file;
  private volatile Loaded loaded;

  /** The keys of one version of the file. */
  private record Loaded(Version version, Map<String, LinkKey> keys, LinkKey active) {}

  /** Tells versions of the file apart. */
  private record Version(FileTime modified, long size, @Nullable Object inode) {}

  private KeyFile(Path file, Loaded loaded) {
    this.file = file;
    this.loaded = loaded;
  }

  /**
   * Reads a file.
   *
   * @throws ConfigurationException with every fault of it
   */
  public static KeyFile open(Path file) {
    return new KeyFile(file, load(file));
  }

  @Override
  public LinkKey active() {
    refresh();
    return loaded.active();
  }

  @Override
  public @Nullable LinkKey find(String id) {
    LinkKey known = loaded.keys().get(id);
    if (known == null) {
      refresh();
      known = loaded.keys().get(id);
    }
    return known;
  }

  private synchronized void refresh() {
    try {
      if (version(file).equals(loaded.version())) {
        return;
      }
      LinkKey before = loaded.active();
      loaded = load(file);
      LOG.info(
          "{}: {} keys; active is {}, was {}", file, loaded.keys().size(), loaded.active(), before);
    } catch (ConfigurationException e) {
      LOG.warn("the former keys stay in use: {}", e.getMessage());
    } catch (IOException e) {
      LOG.warn("the former keys stay in use: {} can't be read: {}", file, e.toString());
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

    private void add(String line, String place) {
      int equals = line.indexOf('=');
      if (equals < 0) {
        faults.add(new Fault(place, "is not ID = BASE64"));
        return;
      }
      try {
        byte[] secret = Base64.getDecoder().decode(line.substring(equals + 1).strip());
        LinkKey key = new LinkKey(line.substring(0, equals).strip(), secret);
        if (keys.put(key.id(), key) != null) {
          faults.add(new Fault(place, "key '" + key.id() + "' was there before"));
        }
        last = key;
      } catch (IllegalArgumentException e) { // never the text of the line: it is secret
        boolean base64 = e.getMessage() != null && !e.getMessage().startsWith("key");
        faults.add(new Fault(place, base64 ? "is not base64" : String.valueOf(e.getMessage())));
      }
    }
  }
}
