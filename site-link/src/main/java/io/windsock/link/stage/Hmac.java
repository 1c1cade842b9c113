package io.windsock.link.stage;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 (RFC 2104). */
final class Hmac {
  /** The name of the algorithm, which its keys have, too. */
  static final String NAME = "HmacSHA256";

  private Hmac() {}

  /** Returns the code of these bytes, one after the other. */
  static byte[] code(SecretKeySpec key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(NAME);
      mac.init(key);
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("can't use " + NAME, e);
    }
  }
}
