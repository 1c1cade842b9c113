package io.windsock.platform.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How long tests wait for what they expect unless they say otherwise. Machines that run tests are
 * shared and may pause for many seconds, which says nothing about the code. JUnit finds this class
 * as a service.
 */
public final class Patience implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }
}
