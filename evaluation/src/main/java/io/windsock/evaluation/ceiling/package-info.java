/**
 * The ceilings of the load generators: what each achieves against a server that does as little as
 * possible.
 *
 * <pre>
 *   MeasuredCeilings ──▶ Generator ──▶ Ceilings: Feed          ──▶ an idle broker
 *                                               RegularClient ──▶ UpdateServer
 *                                               Httperf       ──▶ BareServer
 *                                   CallsProcess             ──▶ StaticServer
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.ceiling;

import org.jspecify.annotations.NullMarked;
