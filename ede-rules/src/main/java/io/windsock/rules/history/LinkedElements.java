package io.windsock.rules.history;

import org.jspecify.annotations.Nullable;

/** An intrusive linked list: inserting and removing an element anywhere is O(1). */
final class LinkedElements<T extends LinkedElements.Element<T>> {
  /** An element, which is in at most one list at a time. */
  abstract static class Element<T extends Element<T>> {
    @Nullable T earlier;
    @Nullable T later;
  }

  @Nullable T head;
  @Nullable T tail;

  /** Inserts {@code element} after {@code before}, or at the head if that is null. */
  void insertAfter(@Nullable T before, T element) {
    T after = before == null ? head : before.later;
    element.earlier = before;
    element.later = after;
    if (before == null) {
      head = element;
    } else {
      before.later = element;
    }
    if (after == null) {
      tail = element;
    } else {
      after.earlier = element;
    }
  }

  /** Removes an element, which must be in this list. */
  void remove(T element) {
    T before = element.earlier;
    T after = element.later;
    if (before == null) {
      head = after;
    } else {
      before.later = after;
    }
    if (after == null) {
      tail = before;
    } else {
      after.earlier = before;
    }
    element.earlier = null;
    element.later = null;
  }
}
