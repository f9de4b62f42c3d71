package io.strata.concurrency.contention;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites a class so that each store, atomic operation and lock calls {@link Stores} first. A
 * method call or a store to a field is moved into a method of its own, in which the operands are
 * arguments; method references to such calls are rewritten too.
 */
final class StoreRecorder extends ClassVisitor {
  private static final String STORES = Type.getInternalName(Stores.class);

  /** Owners of methods that may store to memory shared with other threads. */
  private static final Pattern OWNERS =
      Pattern.compile(
          "java/lang/invoke/VarHandle|java/util/concurrent/.*|java/util/(Map|Set|Queue|Collection)"
              + "|java/nio/ByteBuffer|org/jctools/.*");

  /** Static methods that store, or wait until stores are visible. */
  private static final Set<String> FENCES = Set.of("fullFence", "unpark");

  private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");
  private static final int STATIC = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC;

  private record Bridge(String name, String descriptor) {}

  private final Map<String, Bridge> bridges = new HashMap<>();
  private final Map<Bridge, Consumer<MethodVisitor>> bodies = new LinkedHashMap<>();
  private String className = "";
  private boolean isInterface;

  private StoreRecorder(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** Returns the class with its stores recorded. */
  static byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new StoreRecorder(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(int version, int access, String name, String sig, String sup, String[] types) {
    className = name;
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    super.visit(version, access, name, sig, sup, types);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] thrown) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, thrown);
    boolean isLocked = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    return new Recorded(next, method, isLocked && (access & Opcodes.ACC_STATIC) == 0);
  }

  @Override
  public void visitEnd() {
    bodies.forEach(
        (bridge, body) -> {
          MethodVisitor to =
              super.visitMethod(
                  STATIC | Opcodes.ACC_SYNTHETIC, bridge.name, bridge.descriptor, null, null);
          to.visitCode();
          body.accept(to);
          to.visitMaxs(0, 0);
          to.visitEnd();
        });
    super.visitEnd();
  }

  /** Returns the method that has the body, and creates it unless the class has it already. */
  private Bridge bridge(String key, String descriptor, Consumer<MethodVisitor> body) {
    return bridges.computeIfAbsent(
        key,
        of -> {
          Bridge created = new Bridge("recorded$" + bridges.size(), descriptor);
          bodies.put(created, body);
          return created;
        });
  }

  private static void loadAll(MethodVisitor to, Type[] arguments) {
    int at = 0;
    for (Type each : arguments) {
      to.visitVarInsn(each.getOpcode(Opcodes.ILOAD), at);
      at += each.getSize();
    }
  }

  private final class Recorded extends MethodVisitor {
    private final String method;
    private final String site;
    private final boolean isSynchronized;

    Recorded(MethodVisitor next, String method, boolean isSynchronized) {
      super(Opcodes.ASM9, next);
      this.method = method;
      this.isSynchronized = isSynchronized;
      String type = className.substring(className.lastIndexOf('/') + 1).replace('$', '.');
      this.site = type + "." + LAMBDA.matcher(method).replaceAll("$1");
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (isSynchronized) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        recordLock();
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String calledAs, boolean ofInterface) {
      boolean onObject = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
      if (onObject && OWNERS.matcher(owner).matches()) {
        Bridge bridge = bridgeOf(opcode, owner, called, calledAs, ofInterface);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, className, bridge.name, bridge.descriptor, isInterface);
      } else {
        if (opcode == Opcodes.INVOKESTATIC && FENCES.contains(called)) {
          record(called, "fence");
        }
        super.visitMethodInsn(opcode, owner, called, calledAs, ofInterface);
      }
    }

    private void record(String what, String as) {
      super.visitLdcInsn(what);
      super.visitLdcInsn(site);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, STORES, as, "(Ljava/lang/String;Ljava/lang/String;)V", false);
    }

    private Bridge bridgeOf(
        int opcode, String owner, String called, String calledAs, boolean ofInterface) {
      String as = "(L" + owner + ";" + calledAs.substring(1);
      Type[] arguments = Type.getArgumentTypes(as);
      return bridge(
          site + " " + owner + " " + called + calledAs,
          as,
          to -> {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            boolean hasObject = arguments.length > 1 && arguments[1].getSort() >= Type.ARRAY;
            loadOr(to, hasObject, Opcodes.ALOAD, 1, Opcodes.ACONST_NULL);
            int at = hasObject ? 2 : 1;
            boolean hasIndex = arguments.length > at && arguments[at].equals(Type.INT_TYPE);
            loadOr(to, hasIndex, Opcodes.ILOAD, at, Opcodes.ICONST_M1);
            to.visitLdcInsn(site);
            to.visitLdcInsn(called);
            to.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                STORES,
                "call",
                "(Ljava/lang/Object;Ljava/lang/Object;ILjava/lang/String;Ljava/lang/String;)V",
                false);
            loadAll(to, arguments);
            to.visitMethodInsn(opcode, owner, called, calledAs, ofInterface);
            to.visitInsn(Type.getReturnType(as).getOpcode(Opcodes.IRETURN));
          });
    }

    private static void loadOr(MethodVisitor to, boolean has, int load, int at, int otherwise) {
      if (has) {
        to.visitVarInsn(load, at);
      } else {
        to.visitInsn(otherwise);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      Object[] rewritten = arguments.clone();
      for (int i = 0; i < rewritten.length; i++) {
        if (rewritten[i] instanceof Handle) {
          rewritten[i] = recorded((Handle) rewritten[i]);
        }
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, rewritten);
    }

    private Handle recorded(Handle handle) {
      boolean virtual = handle.getTag() == Opcodes.H_INVOKEVIRTUAL;
      boolean onObject = virtual || handle.getTag() == Opcodes.H_INVOKEINTERFACE;
      if (!onObject || !OWNERS.matcher(handle.getOwner()).matches()) {
        return handle;
      }
      Bridge bridge =
          bridgeOf(
              virtual ? Opcodes.INVOKEVIRTUAL : Opcodes.INVOKEINTERFACE,
              handle.getOwner(),
              handle.getName(),
              handle.getDesc(),
              handle.isInterface());
      return new Handle(
          Opcodes.H_INVOKESTATIC, className, bridge.name, bridge.descriptor, isInterface);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      if (opcode == Opcodes.PUTSTATIC && !method.equals("<clinit>")) {
        record(field, "staticField");
      }
      // Until it is constructed, an object is not shared.
      if (opcode != Opcodes.PUTFIELD || method.equals("<init>")) {
        super.visitFieldInsn(opcode, owner, field, descriptor);
        return;
      }
      String as = "(L" + owner + ";" + descriptor + ")V";
      Bridge bridge =
          bridge(
              site + " " + owner + "." + field,
              as,
              to -> {
                to.visitVarInsn(Opcodes.ALOAD, 0);
                to.visitLdcInsn(site);
                to.visitLdcInsn(field);
                to.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    STORES,
                    "field",
                    "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;)V",
                    false);
                loadAll(to, Type.getArgumentTypes(as));
                to.visitFieldInsn(opcode, owner, field, descriptor);
                to.visitInsn(Opcodes.RETURN);
              });
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, className, bridge.name, bridge.descriptor, isInterface);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.MONITORENTER) {
        super.visitInsn(Opcodes.DUP);
        recordLock();
      }
      if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
        recordArray(opcode);
      }
      super.visitInsn(opcode);
    }

    private void recordLock() {
      super.visitLdcInsn(site);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, STORES, "lock", "(Ljava/lang/Object;Ljava/lang/String;)V", false);
    }

    /** The operands are the array, the index and the value, which may take two words. */
    private void recordArray(int opcode) {
      boolean wide = opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE;
      super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
      super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
      super.visitInsn(Opcodes.DUP2);
      super.visitLdcInsn(site);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, STORES, "array", "(Ljava/lang/Object;ILjava/lang/String;)V", false);
      // The array and the index are below the value again.
      super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP2_X1);
      super.visitInsn(Opcodes.POP2);
    }
  }
}
