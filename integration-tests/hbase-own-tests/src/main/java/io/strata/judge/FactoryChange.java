package io.strata.judge;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes HBase's {@code BlockCacheFactory} call {@link Caches} first. */
final class FactoryChange extends ClassVisitor {
  private static final String CACHE = "org/apache/hadoop/hbase/io/hfile/BlockCache";
  private static final String CONFIGURATION = "org/apache/hadoop/conf/Configuration";
  private static final String CREATE = "(L" + CONFIGURATION + ";Ljava/util/Map;)L" + CACHE + ";";

  FactoryChange(ClassVisitor to) {
    super(Opcodes.ASM9, to);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!name.equals("createBlockCache") || !descriptor.equals(CREATE)) {
      return to;
    }
    return new MethodVisitor(Opcodes.ASM9, to) {
      @Override
      public void visitCode() {
        super.visitCode();
        Label stock = new Label();
        visitVarInsn(Opcodes.ALOAD, 0);
        visitMethodInsn(
            Opcodes.INVOKESTATIC,
            Caches.INTERNAL_NAME,
            "ofConfiguration",
            "(L" + CONFIGURATION + ";)L" + CACHE + ";",
            false);
        visitInsn(Opcodes.DUP);
        visitJumpInsn(Opcodes.IFNULL, stock);
        visitInsn(Opcodes.ARETURN);
        visitLabel(stock);
        visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {CACHE});
        visitInsn(Opcodes.POP);
      }

      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(2, maxStack), maxLocals);
      }
    };
  }
}
