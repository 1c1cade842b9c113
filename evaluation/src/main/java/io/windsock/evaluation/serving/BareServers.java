package io.windsock.evaluation.serving;

import io.windsock.evaluation.node.Node;
import io.windsock.testbed.process.ChildProcess;
import io.windsock.testbed.storm.StaticStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Servers that answer with bytes and do nothing else, which mirrors are compared with. */
record BareServers(List<Bare> servers) implements AutoCloseable {
  /** Starts so many servers, which answer with so many bytes. */
  static BareServers start(int servers, int bytes) {
    List<Bare> started = new ArrayList<>();
    try {
      for (int i = 1; i <= servers; i++) {
        started.add(Bare.start(i, bytes));
      }
      return new BareServers(started);
    } catch (RuntimeException e) {
      started.forEach(Bare::close);
      throw e;
    }
  }

  List<URI> urls() {
    return servers.stream().map(Bare::url).toList();
  }

  @Override
  public void close() {
    servers.forEach(Bare::close);
  }

  /** A bare server, on a node as the mirrors are, so that it weighs as much as they do. */
  private record Bare(Node node, ChildProcess process, URI url) implements AutoCloseable {
    static Bare start(int number, int bytes) {
      Node node = Node.create("bare-" + number + "-" + ProcessHandle.current().pid());
      List<String> through = new ArrayList<>(StormProcess.MANY_FILES);
      through.addAll(node.joining());
      ChildProcess process =
          ChildProcess.start(
              through, StaticStream.class, Node.JVM, List.of(Integer.toString(bytes)));
      try {
        return new Bare(node, process, URI.create(process.await("ready")));
      } catch (RuntimeException e) {
        process.close();
        node.close();
        throw e;
      }
    }

    @Override
    public void close() {
      process.close();
      node.close();
    }
  }
}
