package io.windsock.site.state.form;

import java.nio.charset.StandardCharsets;

/** Creates the rows of the view index. */
public final class ViewRow {
  private ViewRow() {}

  /** The row of {@code key} in {@code group} of {@code view}. */
  public static byte[] of(String view, String group, byte[] orderKey, byte[] key) {
    return Layout.viewKey(
        view.getBytes(StandardCharsets.UTF_8), Layout.group(group), orderKey, key);
  }
}
