package io.windsock.evaluation.link.copier;

import java.io.IOException;

/**
 * MirrorMaker 2 in a process that ends when its standard input does: {@code MirrorMakerMain
 * PROPERTIES_FILE}. Its class path has MirrorMaker's libraries and this class, and no other of
 * Windsock's, so it must use none.
 */
final class MirrorMakerMain {
  private static final String PROGRAM = "org.apache.kafka.connect.mirror.MirrorMaker";
  private static final int FAILED = 1;

  private MirrorMakerMain() {}

  public static void main(String[] args) throws IOException {
    Thread program = new Thread(() -> run(args), "mirror-maker");
    program.setDaemon(true);
    program.start();
    System.out.println("ready");
    System.out.flush();
    while (System.in.read() >= 0) {
      // There are no orders; only the end matters.
    }
    // Its own end would wait for connectors; what they copied is deleted anyway.
    Runtime.getRuntime().halt(0);
  }

  private static void run(String[] args) {
    try {
      Class.forName(PROGRAM).getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (ReflectiveOperationException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(FAILED);
    }
  }
}
