package io.windsock.cli.link;

import io.windsock.cli.option.CommonOptions;
import io.windsock.cli.option.ExitCode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.link.credentials.LinkCredentials;
import io.windsock.link.credentials.SiteFiles;
import io.windsock.link.credentials.SiteHost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a key and certificates for the sites of a link. */
@Command(
    name = "credentials",
    description = {
      "Make a key and certificates for the sites of a link, a folder for each site.",
      "Copy each folder to its site, and name it there with --credentials. The sites trust each other"
          + " and nobody else: the key of the authority is not kept."
    },
    footer = {
      "  windsock link credentials primary.example backup.example",
      "  windsock link credentials --out trial --days 30 10.0.0.1 backup.example,10.0.0.2",
    })
public final class LinkCredentialsCommand implements Callable<Integer> {
  private static final int MAX_DAYS = 3_650;

  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "credentials",
      description = "The folder to make, which must not exist yet (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("credentials");

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description =
          "How long the certificates are valid, at most "
              + MAX_DAYS
              + " days (default: ${DEFAULT-VALUE}).")
  private int days;

  @Parameters(
      paramLabel = "HOST",
      arity = "1..*",
      description =
          "A site, as the other one connects to it; several names or addresses of one site with"
              + " commas.")
  private List<String> hosts = List.of();

  /** What was made for a site. */
  private record Made(String host, String folder) {}

  @Override
  public Integer call() throws InterruptedException {
    if (days < 1 || days > MAX_DAYS) {
      throw ConfigurationException.of(
          "--days", "is " + days + "; it must be from 1 to " + MAX_DAYS);
    }
    List<SiteHost> sites = hosts.stream().map(SiteHost::parse).toList();
    List<Made> made = made(files(sites));
    common.output().element(made, () -> text(made));
    return ExitCode.OK;
  }

  private Map<SiteHost, SiteFiles> files(List<SiteHost> sites) throws InterruptedException {
    try {
      return LinkCredentials.make(out, sites, Instant.now(), days);
    } catch (IOException e) {
      throw new Failure("no credentials were made in '" + out + "': " + e.getMessage(), e);
    }
  }

  private static List<Made> made(Map<SiteHost, SiteFiles> files) {
    return files.entrySet().stream()
        .map(each -> new Made(each.getKey().names().get(0), each.getValue().folder().toString()))
        .toList();
  }

  private static String text(List<Made> made) {
    return made.stream()
        .map(each -> each.folder() + "  for " + each.host())
        .collect(Collectors.joining(System.lineSeparator()));
  }
}
