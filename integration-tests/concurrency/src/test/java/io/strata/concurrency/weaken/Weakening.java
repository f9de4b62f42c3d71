package io.strata.concurrency.weaken;

import java.util.Arrays;
import java.util.List;

/**
 * A weakened access of the production classes.
 *
 * <p>Written as a kind, an access and, for some kinds, the method or access that it passes:
 *
 * <ul>
 *   <li>{@code plain SlotTable.setMeta#1}: the same access without its ordering;
 *   <li>{@code split SlotTable.unpin#1}: a read-modify-write as a read and a write;
 *   <li>{@code dropped HashIndex.findAndPin#2}: no fence;
 *   <li>{@code late SlotTable.describe#1 past SlotTable.setMeta}: a store that is executed only
 *       when the method returns;
 *   <li>{@code early SlotTable.pinIfHolds#2,3 before SlotTable.pinIfHolds#1}: loads of a cache line
 *       that are executed before another load of it;
 *   <li>{@code nonvolatile Bucket.retiring}: a volatile field as a plain one;
 *   <li>{@code paused ChainReader.word}: not weaker, but slow: before the class calls a method of
 *       that name it sometimes waits.
 * </ul>
 *
 * @param kind of the weakening
 * @param access the weakened access, or the field
 * @param other what it passes, or null
 */
public record Weakening(Kind kind, Access access, Access other) {
  /** The kinds of weakenings. */
  public enum Kind {
    PLAIN,
    SPLIT,
    DROPPED,
    LATE,
    EARLY,
    NONVOLATILE,
    PAUSED
  }

  /**
   * One or more accesses of a method, counted from 1.
   *
   * @param type the simple name of the class
   * @param member the method or field
   * @param numbers empty for a whole method, or a field
   */
  public record Access(String type, String member, List<Integer> numbers) {
    static Access parse(String text) {
      int dot = text.indexOf('.');
      int hash = text.indexOf('#');
      String type = text.substring(0, dot);
      if (hash < 0) {
        return new Access(type, text.substring(dot + 1), List.of());
      }
      List<Integer> numbers =
          Arrays.stream(text.substring(hash + 1).split(",", -1)).map(Integer::valueOf).toList();
      return new Access(type, text.substring(dot + 1, hash), numbers);
    }

    boolean isIn(String className, String method) {
      return isOf(className) && member.equals(method);
    }

    boolean isOf(String className) {
      return isOfEngine(className) && className.endsWith("/" + type);
    }
  }

  /** Returns whether the class is one whose accesses are weakened. */
  static boolean isOfEngine(String className) {
    return className.startsWith("io/strata/l2/") || className.startsWith("io/strata/flash/");
  }

  /** Parses a weakening. */
  public static Weakening parse(String text) {
    String[] words = text.trim().split(" ", -1);
    Access other = words.length > 3 ? Access.parse(words[3]) : null;
    Kind kind = Kind.valueOf(words[0].toUpperCase(java.util.Locale.ROOT));
    return new Weakening(kind, Access.parse(words[1]), other);
  }
}
