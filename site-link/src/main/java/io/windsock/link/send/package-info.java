/**
 * The sender: reads the source's log, and sends it in batches, at intervals.
 *
 * <pre>
 *  SourceLog ──poll──▶ Assembly ──▶ OutgoingBatch ──▶ Pipeline ──▶ FrameSession
 *     topics, positions,  in SenderSession, a thread     compress, encrypt, send    │
 *     what is missing, also  ▲ BatchPolicy: when and how much                       │
 *     SourceBeginnings       └── replies ◀──────────────────────────────────────────┘
 *     CopiedOffsets: what the target has, committed at the source, with LeaderEpochs
 *
 *  LinkSender opens a session, and another one whenever it is lost
 *  SourceEnds asks where the log ends, with or without a session: for the lag
 * </pre>
 */
@NullMarked
package io.windsock.link.send;

import org.jspecify.annotations.NullMarked;
