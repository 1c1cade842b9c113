/**
 * Attacks on the link: processes killed, lines cut, brokers that stop or refuse, certificates that
 * are wrong, and peers that do not keep to the protocol.
 */
@NullMarked
package io.windsock.link.fault;

import org.jspecify.annotations.NullMarked;
