/** A whole cluster in this process: broker, topology, controller and sites. */
@NullMarked
package io.windsock.testbed.cluster;

import org.jspecify.annotations.NullMarked;
