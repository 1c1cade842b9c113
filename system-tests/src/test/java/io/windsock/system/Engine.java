package io.windsock.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * The Docker engine and the images that the cluster's tests need. Without them those tests are
 * skipped, and say so.
 */
final class Engine {
  static final String WINDSOCK = image("windsock", "windsock/windsock:latest");
  static final String KAFKA =
      image("kafka", "windsock/kafka:" + org.apache.kafka.common.utils.AppInfoParser.getVersion());
  static final String PROMETHEUS = image("prometheus", "windsock/prometheus:debian");
  static final String REGISTRY = image("registry", "windsock/registry:3.3.3");

  private static final List<String> IMAGES = List.of(WINDSOCK, KAFKA, PROMETHEUS);

  private Engine() {}

  private static String image(String name, String standard) {
    return System.getProperty("windsock.images." + name, standard);
  }

  /** Skips the calling test unless an engine answers and has the images. */
  static void assumePresent() {
    assumePresent(IMAGES);
  }

  /** The same for these images. */
  static void assumePresent(List<String> images) {
    String version = docker("version", "--format", "{{.Server.APIVersion}}");
    Assumptions.assumeTrue(
        !version.isEmpty(), "skipped: no Docker engine answers, and this test runs a cluster");
    for (String image : images) {
      Assumptions.assumeTrue(
          !docker("image", "inspect", "--format", "{{.Id}}", image).isEmpty(),
          "skipped: the Docker engine has no image " + image + "; docker/airgap/build makes it");
    }
    speak(version);
  }

  /** Testcontainers asks for a newer version of the API than Debian's engine has. */
  private static void speak(String version) {
    if (System.getProperty("api.version") == null) {
      System.setProperty("api.version", version);
    }
  }

  /** What a docker command prints; empty if it failed, took too long, or is not installed. */
  private static String docker(String... args) {
    String[] command = new String[args.length + 1];
    command[0] = "docker";
    System.arraycopy(args, 0, command, 1, args.length);
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return "";
      }
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.exitValue() == 0 ? printed.strip() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
