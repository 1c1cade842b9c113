/**
 * The controller's measurements: the latest samples, and the observation that a policy decides on.
 */
@NullMarked
package io.windsock.control.monitor;

import org.jspecify.annotations.NullMarked;
