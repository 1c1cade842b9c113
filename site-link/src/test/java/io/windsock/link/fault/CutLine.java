package io.windsock.link.fault;

import io.windsock.link.transport.Certificates;
import io.windsock.link.transport.LinkTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Whether the line of a link that is cut is in clear text or TLS, as arguments of its processes.
 *
 * @param receiver the receiver's files; none in clear text
 * @param sender the sender's
 */
record CutLine(List<String> receiver, List<String> sender) {
  private static final int FILES = 3;

  /** Draws a line, and makes its certificates. */
  static CutLine draw(Path folder, Random random) throws Exception {
    if (random.nextBoolean()) {
      return new CutLine(List.of(), List.of());
    }
    Certificates made = new Certificates(Files.createDirectories(folder.resolve("certificates")));
    made.authority("ca");
    return new CutLine(texts(made.issue("receiver", "ca")), texts(made.issue("sender", "ca")));
  }

  private static List<String> texts(LinkTls tls) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path file : List.of(tls.certificate(), tls.key(), tls.authority())) {
      texts.add(file.toRealPath().toString());
    }
    return texts;
  }

  /** Returns the files in a process's arguments, from this one on; null if there are none. */
  static @Nullable LinkTls tls(String[] args, int from) {
    return args.length < from + FILES
        ? null
        : new LinkTls(Path.of(args[from]), Path.of(args[from + 1]), Path.of(args[from + 2]));
  }

  @Override
  public String toString() {
    return sender.isEmpty() ? "clear text" : "TLS";
  }
}
