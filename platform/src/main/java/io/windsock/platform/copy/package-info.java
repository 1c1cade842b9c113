/**
 * What a cluster has of the links that copy topics to it, and what that says about positions in the
 * topics that they copy.
 *
 * <pre>
 *  link's topic ──▶ LinkTopic.read ──▶ LinkPosition      once: the receiver, promotion, fail-back
 *      ├── LinkTopic.copying ──▶ LinkPosition      once: a site that begins or joins; a sender,
 *      │                                                 for what its source lacks
 *      └── followed ──▶ LinkWatch ──▶ SourceTokens ──▶ Translation      a site, for clients' tokens
 * </pre>
 */
@NullMarked
package io.windsock.platform.copy;

import org.jspecify.annotations.NullMarked;
