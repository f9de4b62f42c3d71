package io.strata.l1;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries of each group.
 *
 * <p>A group is a doubly linked list through the entries themselves, and the map holds its first
 * entry: eight bytes per entry, and no object per group. All changes and traversals of a list run
 * in {@code compute} for its group, so the map's lock for that group guards the links. They call no
 * other code, and readers of the tier never get here.
 */
final class GroupIndex<K, V> {

  private final ConcurrentHashMap<Object, TierEntry<K, V>> heads = new ConcurrentHashMap<>();

  void add(TierEntry<K, V> entry) {
    heads.compute(
        entry.group(),
        (group, head) -> {
          entry.next = head;
          if (head != null) {
            head.previous = entry;
          }
          return entry;
        });
  }

  /** Removes an entry that {@link #add} added; called once for each. */
  void remove(TierEntry<K, V> entry) {
    heads.computeIfPresent(entry.group(), (group, head) -> unlink(entry, head));
  }

  /** Returns the new first entry of the list, or null if it is empty. */
  private static <K, V> @Nullable TierEntry<K, V> unlink(
      TierEntry<K, V> entry, TierEntry<K, V> head) {
    TierEntry<K, V> before = entry.previous;
    TierEntry<K, V> after = entry.next;
    if (before != null) {
      before.next = after;
    }
    if (after != null) {
      after.previous = before;
    }
    entry.previous = null;
    entry.next = null;
    return entry == head ? after : head;
  }

  /** Returns a snapshot of the entries of a group; empty if there are none. */
  List<TierEntry<K, V>> snapshot(Object group) {
    List<TierEntry<K, V>> entries = new ArrayList<>();
    heads.computeIfPresent(
        group,
        (name, head) -> {
          for (var entry = head; entry != null; entry = entry.next) {
            entries.add(entry);
          }
          return head;
        });
    return entries;
  }

  /** Returns the groups that have entries; weakly consistent. */
  Set<Object> groups() {
    return heads.keySet();
  }
}
