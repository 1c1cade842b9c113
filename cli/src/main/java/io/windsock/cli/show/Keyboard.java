package io.windsock.cli.show;

import java.io.IOException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;

/**
 * Single keys from the terminal, without echo and without Enter. Ctrl-C still interrupts. One
 * thread reads and closes; closing restores the terminal.
 */
public final class Keyboard implements AutoCloseable {
  /** The value that {@link #read} returns if no key was pressed. */
  public static final int NONE = -1;

  private final Terminal terminal;
  private final Attributes before;
  private final NonBlockingReader reader;

  private Keyboard(Terminal terminal) {
    this.terminal = terminal;
    before = terminal.enterRawMode();
    reader = terminal.reader();
  }

  /** Opens the terminal of this process. */
  public static Keyboard open() throws IOException {
    // The JVM keeps handling signals, so Ctrl-C runs the shutdown hooks.
    return new Keyboard(TerminalBuilder.builder().system(true).nativeSignals(false).build());
  }

  /** Returns the next key, waiting at most {@code ms}; {@link #NONE} if there is none. */
  public int read(long ms) throws IOException {
    int key = reader.read(ms);
    return key < 0 ? NONE : key;
  }

  /** Returns the width of the terminal in characters; 0 if unknown. */
  public int width() {
    return terminal.getWidth();
  }

  /** Returns the height of the terminal in lines; 0 if unknown. */
  public int height() {
    return terminal.getHeight();
  }

  @Override
  public void close() throws IOException {
    terminal.setAttributes(before);
    terminal.close();
  }
}
