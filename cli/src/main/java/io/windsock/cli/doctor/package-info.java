/** The command that checks the machine, the cluster, a topology, the sites and the gateways. */
@NullMarked
package io.windsock.cli.doctor;

import org.jspecify.annotations.NullMarked;
