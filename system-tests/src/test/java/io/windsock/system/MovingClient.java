package io.windsock.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.Ede;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client that moves between the central site and the mirrors. It takes all rows of whichever site
 * it is at, and keeps a row that it has where the site's has a lower version.
 */
final class MovingClient {
  private record Row(long version, String framed) {}

  private final Ede ede;
  private final Map<String, Row> rows = new TreeMap<>();

  MovingClient(Ede ede) {
    this.ede = ede;
  }

  void visit(SiteState site) {
    rowsOf(site)
        .forEach(
            (key, row) -> {
              Row known = rows.get(key);
              if (known == null || row.version() >= known.version()) {
                rows.put(key, row);
              }
            });
  }

  /** Everything has been applied everywhere: the client has what the central site has. */
  void checkSettled(SiteState central, SiteState mirror) {
    visit(central);
    assertThat(rows).as("rows after moving to the central site").isEqualTo(rowsOf(central));
    visit(mirror);
    Map<String, Row> expected = rowsOf(central);
    rowsOf(mirror)
        .forEach(
            (key, row) -> {
              assertThat(row.version()).isLessThanOrEqualTo(expected.get(key).version());
              if (row.version() == expected.get(key).version()) {
                expected.put(key, row);
              }
            });
    assertThat(rows).as("rows after moving to a mirror").isEqualTo(expected);
  }

  private Map<String, Row> rowsOf(SiteState site) {
    Map<String, Row> all = new TreeMap<>();
    try (SiteSnapshot snapshot = site.snapshot()) {
      snapshot.all(
          (key, framed) -> {
            Row row = new Row(version(framed), HexFormat.of().formatHex(framed));
            all.put(new String(key, UTF_8), row);
            return true;
          });
    }
    return all;
  }

  private long version(byte[] framed) {
    try {
      return (Long) ede.decode(framed).get("version");
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
