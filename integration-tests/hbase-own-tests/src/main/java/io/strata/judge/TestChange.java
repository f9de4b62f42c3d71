package io.strata.judge;

import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.MethodRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Replaces HBase's tiers by Strata's in HBase's tests: in constructors, casts, {@code instanceof}
 * and method calls. What a test checks does not change. Field reads become calls of a method of the
 * same name, which can return what is cached, but not where it is stored.
 */
final class TestChange extends ClassRemapper {
  private static final String PACKAGE = "org/apache/hadoop/hbase/io/hfile/";
  private static final String FIRST = PACKAGE + "LruBlockCache";
  private static final String SECOND = PACKAGE + "bucket/BucketCache";
  private static final String WAITING_TEST = PACKAGE + "bucket/TestBucketCache";

  private static final String SECOND_TIER = "io/strata/judge/SecondTier";
  private static final Map<String, String> TIERS =
      Map.of(FIRST, "io/strata/judge/FirstTier", SECOND, SECOND_TIER);

  TestChange(ClassVisitor to) {
    super(Opcodes.ASM9, to, new SimpleRemapper(Opcodes.ASM9, TIERS));
  }

  @Override
  protected MethodVisitor createMethodRemapper(MethodVisitor to) {
    return new MethodRemapper(Opcodes.ASM9, to, remapper) {
      @Override
      public void visitTypeInsn(int opcode, String type) {
        String tier = TIERS.get(type);
        if (tier == null || opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
          super.visitTypeInsn(opcode, type);
        } else if (opcode == Opcodes.INSTANCEOF) {
          callStatic(tier, "is", "(Ljava/lang/Object;)Z");
        } else {
          callStatic(tier, "cast", "(Ljava/lang/Object;)L" + tier + ";");
        }
      }

      @Override
      public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        String tier = TIERS.get(owner);
        if (tier != null && opcode == Opcodes.GETFIELD) {
          String result = remapper.mapDesc(descriptor);
          mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, tier, name, "()" + result, false);
        } else if (tier != null && opcode == Opcodes.GETSTATIC) {
          // A constant.
          mv.visitFieldInsn(opcode, owner, name, descriptor);
        } else {
          super.visitFieldInsn(opcode, owner, name, descriptor);
        }
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean ofInterface) {
        if (owner.equals(WAITING_TEST) && name.startsWith("waitUntil")) {
          callStatic(SECOND_TIER, name, remapper.mapMethodDesc(descriptor));
        } else {
          super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
        }
      }

      private void callStatic(String owner, String name, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
      }
    };
  }
}
