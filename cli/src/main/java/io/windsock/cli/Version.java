package io.windsock.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest, with that of the JVM. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Windsock.class.getPackage().getImplementationVersion();
    return new String[] {
      "windsock " + (version == null ? "(not from a jar)" : version),
      "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
    };
  }
}
