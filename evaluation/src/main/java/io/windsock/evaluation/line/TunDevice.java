package io.windsock.evaluation.line;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A network device of Linux whose packets this process reads and writes. It is gone when the
 * process has ended. One thread may read while another one writes.
 */
final class TunDevice {
  private static final Path CLONE = Path.of("/dev/net/tun");

  /** With the id of the process, so that experiments do not hinder each other. */
  private static final String TRIED = "wstry";

  private static final int READ_AND_WRITE = 2;
  private static final long SET_INTERFACE = 0x400454caL;
  private static final int REQUEST_BYTES = 40;
  private static final int NAME_BYTES = 16;

  /** Packets of IP, as they are. */
  private static final short TUN_WITHOUT_HEADER = 0x1001;

  private static final int MTU = 1_500;

  private final String network;
  private final int descriptor;
  private final byte[] read = new byte[MTU];

  private TunDevice(String network, int descriptor) {
    this.network = network;
    this.descriptor = descriptor;
  }

  /** The functions of the C library. */
  private static final class C {
    static {
      Native.register(C.class, "c");
    }

    private C() {}

    static native int open(String path, int flags) throws LastErrorException;

    static native int close(int descriptor) throws LastErrorException;

    static native int ioctl(int descriptor, NativeLong request, Pointer argument)
        throws LastErrorException;

    static native int read(int descriptor, byte[] to, NativeLong count) throws LastErrorException;

    static native int write(int descriptor, byte[] from, NativeLong count)
        throws LastErrorException;
  }

  /** Tries to make one; returns why that fails, or nothing. */
  static String fault() {
    if (!Files.exists(CLONE)) {
      return "there is no " + CLONE;
    }
    try {
      TunDevice device = open(TRIED + ProcessHandle.current().pid(), "");
      int unused = C.close(device.descriptor);
      ip("-Version");
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static TunDevice open(String name, String network) throws IOException {
    try {
      TunDevice device = new TunDevice(network, C.open(CLONE.toString(), READ_AND_WRITE));
      device.become(name);
      return device;
    } catch (LastErrorException e) {
      throw new IOException("no device " + name + ": " + e.getMessage(), e);
    }
  }

  /**
   * Makes a device.
   *
   * @param name of at most 15 characters
   * @param address its IPv4 address, of a network of 30 bits; packets for the other host of that
   *     network come here
   * @throws IOException if the kernel, or {@code ip}, refuses
   */
  static TunDevice make(String name, String address) throws IOException, InterruptedException {
    String network = address + "/30";
    TunDevice device = open(name, network);
    ip("addr", "add", network, "dev", name);
    ip("link", "set", name, "mtu", Integer.toString(MTU), "up");
    return device;
  }

  private void become(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length >= NAME_BYTES) {
      throw new IllegalArgumentException("too long for a device: " + name);
    }
    try (Memory request = new Memory(REQUEST_BYTES)) {
      request.clear();
      request.write(0, bytes, 0, bytes.length);
      request.setShort(NAME_BYTES, TUN_WITHOUT_HEADER);
      int unused = C.ioctl(descriptor, new NativeLong(SET_INTERFACE), request);
    }
  }

  /**
   * Makes the kernel forget the round trips of former connections of this network, which it would
   * begin the next ones with.
   */
  void forgetRoundTrips() throws IOException, InterruptedException {
    ip("tcp_metrics", "flush", network);
  }

  private static void ip(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
    }
  }

  /** Returns the next packet; waits for it. */
  byte[] read() {
    int length = C.read(descriptor, read, new NativeLong(read.length));
    return Arrays.copyOf(read, length);
  }

  /** Gives the kernel a packet. */
  void write(byte[] packet) {
    int unused = C.write(descriptor, packet, new NativeLong(packet.length));
  }
}
