package io.windsock.feeds.recorded;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import io.windsock.feeds.order.MergedFeed;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of one or more files, merged by event time. Created by {@link Feeds#open}. */
public final class RecordedFeed implements FeedReader {
  private final List<OpenFile> files;
  private final FeedReader merged;

  /**
   * Describes how one file is read.
   *
   * @param name the name as requested
   * @param mapping the mapping and source chosen: {@code egll/positions}
   * @param compression {@code plain}, {@code gzip} or {@code zstd}
   * @param sorted whether it is sorted by event time while reading
   */
  public record FileInfo(String name, String mapping, String compression, boolean sorted) {}

  /** A file with its reader. */
  record OpenFile(FileInfo info, FeedReader reader) {}

  RecordedFeed(List<OpenFile> files) {
    this.files = List.copyOf(files);
    List<FeedReader> readers = files.stream().map(OpenFile::reader).toList();
    this.merged = readers.size() == 1 ? readers.get(0) : new MergedFeed(readers);
  }

  /** Returns how each file is read, in the requested order. */
  public List<FileInfo> files() {
    return files.stream().map(OpenFile::info).toList();
  }

  /** Returns the counts of each file so far, in the same order. */
  public List<FeedStats> fileStats() {
    return files.stream().map(file -> file.reader().stats()).toList();
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    return merged.next();
  }

  @Override
  public FeedStats stats() {
    return merged.stats();
  }

  @Override
  public void close() throws IOException {
    merged.close();
  }
}
