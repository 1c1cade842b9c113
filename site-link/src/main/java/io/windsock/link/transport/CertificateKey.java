package io.windsock.link.transport;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a private key is that of a certificate. TLS takes any two, and every handshake
 * fails then. Pure.
 */
final class CertificateKey {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  /** By algorithm of a key, one of its signatures. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private static final byte[] TEXT = {1, 2, 3};

  private CertificateKey() {}

  /**
   * Returns whether a key is not that of a certificate.
   *
   * @param certificate the certificate, in PEM; others may follow it
   * @param key the private key, in PEM and PKCS #8
   * @return false also if it is unknown, or if one of them is something else: TLS refuses that
   */
  static boolean isOther(Buffer certificate, Buffer key) {
    try {
      PublicKey own =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(certificate.getBytes()))
              .getPublicKey();
      String signature = SIGNATURES.get(own.getAlgorithm());
      byte[] encoded = encoded(key.toString(StandardCharsets.US_ASCII));
      return signature != null && encoded != null && !proves(own, encoded, signature);
    } catch (InvalidKeySpecException | InvalidKeyException | SignatureException e) {
      return true;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  private static byte @Nullable [] encoded(String pem) {
    int begin = pem.indexOf(BEGIN);
    int end = pem.indexOf(END);
    return begin < 0 || end < begin
        ? null
        : Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
  }

  private static boolean proves(PublicKey own, byte[] encoded, String algorithm)
      throws GeneralSecurityException {
    PrivateKey secret =
        KeyFactory.getInstance(own.getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(encoded));
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(secret);
    signature.update(TEXT);
    byte[] signed = signature.sign();
    signature.initVerify(own);
    signature.update(TEXT);
    return signature.verify(signed);
  }
}
