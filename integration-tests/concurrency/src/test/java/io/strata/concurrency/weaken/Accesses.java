package io.strata.concurrency.weaken;

import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Finds the accesses of a class that can order accesses of other threads. */
public final class Accesses {
  private Accesses() {}

  /** Returns whether an instruction is one: of a VarHandle, a fence, or an atomic. */
  static boolean isOne(String owner, String name) {
    boolean atomic = owner.startsWith("java/util/concurrent/atomic/") && !owner.endsWith("Adder");
    return (atomic && !name.equals("<init>")) || owner.equals("java/lang/invoke/VarHandle");
  }

  /** Returns the accesses and volatile fields of a class, each with its kind. */
  public static Map<String, String> of(byte[] classFile) {
    Map<String, String> found = new TreeMap<>();
    ClassReader reader = new ClassReader(classFile);
    String name = reader.getClassName();
    String type = name.substring(name.lastIndexOf('/') + 1);
    Map<String, Integer> counts = new TreeMap<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public FieldVisitor visitField(
              int access, String field, String descriptor, String signature, Object value) {
            if ((access & Opcodes.ACC_VOLATILE) != 0) {
              found.put(type + "." + field, "volatile");
            }
            return null;
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String method, String descriptor, String signature, String[] thrown) {
            return new MethodVisitor(Opcodes.ASM9) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String called, String calledAs, boolean isInterface) {
                if (isOne(owner, called)) {
                  int number = counts.merge(method, 1, Integer::sum);
                  found.put(type + "." + method + "#" + number, called);
                }
              }
            };
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found;
  }
}
