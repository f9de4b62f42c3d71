package io.strata.l1;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which entries belong to which group.
 *
 * <p>A group is a doubly linked list that runs through the entries themselves, and the map holds
 * its first entry: eight bytes an entry, and no object for a group. Every change and every walk of
 * a list happens inside {@code compute} on its group, so the map's own lock for that group guards
 * the links. Nothing is called from in there, and no reader of the tier ever comes here.
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

  /** Takes out an entry that {@link #add} brought in; once for each. */
  void remove(TierEntry<K, V> entry) {
    heads.computeIfPresent(entry.group(), (group, head) -> unlink(entry, head));
  }

  /** Returns the list's first entry from now on, or null if that was the last one. */
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

  /** The entries of a group as they are at one moment; empty when there are none. */
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

  /** The groups that have entries; weakly consistent. */
  Set<Object> groups() {
    return heads.keySet();
  }
}
