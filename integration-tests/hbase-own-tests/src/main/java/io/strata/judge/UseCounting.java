package io.strata.judge;

import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes Strata's tiers count look-ups and inserts in {@link Uses}. */
final class UseCounting extends ClassVisitor {
  private static final String KEY = "(Lorg/apache/hadoop/hbase/io/hfile/BlockCacheKey;";
  private static final String FIND = "find" + KEY + "ZZLio/strata/readpath/count/Lookup;)";
  private static final String INSERT =
      "cacheBlock" + KEY + "Lorg/apache/hadoop/hbase/io/hfile/Cacheable;";

  /**
   * For each tier the methods to count, by the beginning of their descriptors, and the counter to
   * call. All overloads lead to these methods.
   */
  private static final Map<String, Map<String, String>> COUNTED =
      Map.of(
          "io/strata/readpath/l1/OnHeapBlockCache",
          Map.of(FIND, "lookUp", INSERT + "Z)", "insert"),
          "io/strata/readpath/l2/OffHeapBlockCache",
          Map.of(FIND, "lookUp", INSERT + "ZZ)", "insert"));

  private final Map<String, String> counted;

  UseCounting(String tier, ClassVisitor to) {
    super(Opcodes.ASM9, to);
    this.counted = COUNTED.getOrDefault(tier, Map.of());
  }

  static boolean isCounted(String className) {
    return COUNTED.containsKey(className);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
    String use = counted.get(name + descriptor.substring(0, descriptor.indexOf(')') + 1));
    if (use == null) {
      return to;
    }
    return new MethodVisitor(Opcodes.ASM9, to) {
      @Override
      public void visitCode() {
        super.visitCode();
        visitMethodInsn(Opcodes.INVOKESTATIC, Uses.INTERNAL_NAME, use, "()V", false);
      }
    };
  }
}
