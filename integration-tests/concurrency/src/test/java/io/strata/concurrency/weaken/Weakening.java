package io.strata.concurrency.weaken;

import java.util.Arrays;
import java.util.List;

/**
 * One access of the production classes, and how it is made weaker than it is.
 *
 * <p>Written as a kind, an access and, where the kind needs it, what is moved past the access:
 *
 * <ul>
 *   <li>{@code plain SlotTable.setMeta#1}: the same access without its ordering;
 *   <li>{@code split SlotTable.unpin#1}: a read-modify-write as a read and a write;
 *   <li>{@code dropped HashIndex.findAndPin#2}: no fence;
 *   <li>{@code late SlotTable.describe#1 past SlotTable.setMeta}: a store that comes only when the
 *       method is done;
 *   <li>{@code early SlotTable.pinIfHolds#2,3 before SlotTable.pinIfHolds#1}: loads of the same
 *       cache line that come before another;
 *   <li>{@code nonvolatile Bucket.retiring}: a volatile field as a plain one;
 *   <li>{@code paused ChainReader.word}: not weaker, but slow: before the class calls a method of
 *       that name it waits now and then.
 * </ul>
 *
 * @param kind which of these
 * @param access the access that is weakened, or the field
 * @param other what it passes, or null
 */
public record Weakening(Kind kind, Access access, Access other) {
  /** The ways to be weaker. */
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
   * @param member the method, or the field
   * @param numbers none for a whole method, or a field
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

  /** Whether a class is one of those whose accesses are weakened. */
  static boolean isOfEngine(String className) {
    return className.startsWith("io/strata/l2/") || className.startsWith("io/strata/flash/");
  }

  /** Reads one. */
  public static Weakening parse(String text) {
    String[] words = text.trim().split(" ", -1);
    Access other = words.length > 3 ? Access.parse(words[3]) : null;
    Kind kind = Kind.valueOf(words[0].toUpperCase(java.util.Locale.ROOT));
    return new Weakening(kind, Access.parse(words[1]), other);
  }
}
