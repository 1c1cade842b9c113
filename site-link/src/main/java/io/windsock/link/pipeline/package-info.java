/**
 * How the stages of a batch are spread over threads, at either site.
 *
 * <pre>
 *              primary site                                backup site
 *  serial      one thread, which waits for each reply      one thread
 *  two-stage   one thread                                  one thread
 *  fine        assemble, compress │ encrypt, send          receive, decrypt, decompress │ write, reply
 *  multi       parts of a batch on n threads, then in order; the same
 *  hybrid      both
 * </pre>
 *
 * <p>Section 3.3 of <i>Adaptively Cooperative Pipelining</i>. {@link
 * io.windsock.link.pipeline.Pipeline} runs them, {@link io.windsock.link.pipeline.PipelineChooser}
 * chooses from measured times.
 */
@NullMarked
package io.windsock.link.pipeline;

import org.jspecify.annotations.NullMarked;
