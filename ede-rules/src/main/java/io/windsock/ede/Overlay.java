package io.windsock.ede;

import io.windsock.contracts.config.ConfigNode;

/** A section of a view, and that of the file which says what the view's leaves out. */
record Overlay(ConfigNode own, ConfigNode shared) {
  /** The child of this name, the view's own if it has one. */
  ConfigNode get(String key) {
    ConfigNode child = own.get(key);
    return child.present() ? child : shared.get(key);
  }
}
