/**
 * The load of calls in the experiments of gateways: the generator in its process, and the search
 * for the highest rate whose calls are in time.
 *
 * <pre>
 *   RateSearch ──rate──▶ CallsOrder ──▶ CallsProcess ──a line──▶ Orders ──▶ CallsMain: CallsRun
 *        ▲                                   │
 *        └──share in time── CallsResult ◀────┘
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.gateway.load;

import org.jspecify.annotations.NullMarked;
