package io.windsock.link.credentials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Writes files in PEM. */
final class Pem {
  private static final int LINE_CHARS = 64;
  private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'});

  private Pem() {}

  static void write(Path file, String what, byte[] content) throws IOException {
    String begin = "-----BEGIN " + what + "-----\n";
    String end = "\n-----END " + what + "-----\n";
    Files.writeString(file, begin + BASE64.encodeToString(content) + end);
  }
}
