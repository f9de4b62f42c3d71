package io.strata.judge;

import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Lets Strata's tiers tell {@link Uses} of each look-up and of each block that is offered. */
final class UseCounting extends ClassVisitor {
  private static final String KEY = "(Lorg/apache/hadoop/hbase/io/hfile/BlockCacheKey;";

  /** The start of the descriptors of the methods to count, and what to call. */
  private static final Map<String, String> COUNTED =
      Map.of(
          "getBlock" + KEY + "ZZZ)", "lookUp",
          "cacheBlock" + KEY + "Lorg/apache/hadoop/hbase/io/hfile/Cacheable;Z)", "offer");

  UseCounting(ClassVisitor to) {
    super(Opcodes.ASM9, to);
  }

  static boolean isCounted(String className) {
    return className.equals("io/strata/readpath/l1/OnHeapBlockCache")
        || className.equals("io/strata/readpath/l2/OffHeapBlockCache");
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
    String use = COUNTED.get(name + descriptor.substring(0, descriptor.indexOf(')') + 1));
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
