package io.windsock.ede.view;

import io.windsock.contracts.config.ConfigNode;

/** A view's section, and the file's section that supplies what the view's section omits. */
record Overlay(ConfigNode own, ConfigNode shared) {
  /** Returns the child with this name, preferring the view's own. */
  ConfigNode get(String key) {
    ConfigNode child = own.get(key);
    return child.present() ? child : shared.get(key);
  }
}
