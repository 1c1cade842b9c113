/** The command that checks the machine, the cluster, a topology and the sites. */
@NullMarked
package io.windsock.cli.doctor;

import org.jspecify.annotations.NullMarked;
