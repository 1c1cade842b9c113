/**
 * The bursty-request experiment (the paper, section 4.3, Figure 9): how requests for initial state
 * affect the update delay at the central site, under fixed and adapted mirroring.
 *
 * <pre>
 *  replay ─▶ sources ─▶ topology ─▶ central ─▶ update delay ──┐
 *                          │  ▲                               ├─▶ Series ─▶ CSV, Figure (SVG), Report
 *                          ▼  └── controller                  │
 *  bursts of requests ─▶ mirrors ─▶ latency, staleness ───────┘
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.adapt;

import org.jspecify.annotations.NullMarked;
