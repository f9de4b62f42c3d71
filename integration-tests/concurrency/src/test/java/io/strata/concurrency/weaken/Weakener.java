package io.strata.concurrency.weaken;

import io.strata.concurrency.weaken.Weakening.Access;
import io.strata.concurrency.weaken.Weakening.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Rewrites the accesses that a {@link Weakening} names, and nothing else. */
final class Weakener extends ClassVisitor {
  private static final String WEAK = Weak.class.getName().replace('.', '/');
  private static final Map<String, String> PLAIN =
      Map.of(
          "getAcquire", "get",
          "getVolatile", "get",
          "setRelease", "set",
          "setVolatile", "set");
  private static final Map<String, String> PLAIN_ATOMIC =
      Map.of("get", "getPlain", "set", "setPlain");

  private final String className;
  private final Weakening weakening;
  private final Map<String, Integer> counts = new HashMap<>();
  private boolean changed;

  private Weakener(String className, Weakening weakening, ClassVisitor next) {
    super(Opcodes.ASM9, next);
    this.className = className;
    this.weakening = weakening;
  }

  /** Returns the class with the access weakened, or null if the class does not contain it. */
  static byte[] weaken(String className, byte[] classFile, Weakening weakening) {
    if (!Weakening.isOfEngine(className)) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Weakener weakener = new Weakener(className, weakening, writer);
    reader.accept(weakener, 0);
    boolean named =
        weakening.access().isOf(className)
            || (weakening.other() != null && weakening.other().isOf(className));
    if (named && !weakener.changed && weakening.kind() != Kind.LATE) {
      throw new IllegalArgumentException(className + " has nothing of " + weakening);
    }
    return weakener.changed ? writer.toByteArray() : null;
  }

  @Override
  public FieldVisitor visitField(
      int access, String field, String descriptor, String signature, Object value) {
    boolean weakened =
        weakening.kind() == Kind.NONVOLATILE && weakening.access().isIn(className, field);
    changed |= weakened;
    int as = weakened ? access & ~Opcodes.ACC_VOLATILE : access;
    return super.visitField(as, field, descriptor, signature, value);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] thrown) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, thrown);
    return new Rewriter(method, next);
  }

  private final class Rewriter extends MethodVisitor {
    private final String method;

    Rewriter(String method, MethodVisitor next) {
      super(Opcodes.ASM9, next);
      this.method = method;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String calledAs, boolean isInterface) {
      if (weakening.kind() == Kind.PAUSED && weakening.access().isIn(className, called)) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, WEAK, "pauseNowAndThen", "()V", false);
        changed = true;
      }
      boolean access = Accesses.isOne(owner, called);
      int number = access ? counts.merge(method, 1, Integer::sum) : 0;
      boolean rewritten =
          access ? rewrite(owner, called, calledAs, number) : holdArray(owner, called, calledAs);
      changed |= rewritten;
      if (!rewritten) {
        super.visitMethodInsn(opcode, owner, called, calledAs, isInterface);
      }
    }

    private boolean rewrite(String owner, String called, String calledAs, int number) {
      boolean named = names(weakening.access(), number);
      switch (weakening.kind()) {
        case PLAIN -> {
          if (named) {
            Map<String, String> plain = owner.endsWith("VarHandle") ? PLAIN : PLAIN_ATOMIC;
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, plain.get(called), calledAs, false);
          }
        }
        case SPLIT -> {
          if (named) {
            instead(owner, called, calledAs);
          }
        }
        case LATE -> {
          if (named) {
            instead(owner, "set", calledAs);
          }
        }
        case EARLY -> {
          if (named) {
            List<Integer> numbers = weakening.access().numbers();
            boolean last = number == numbers.get(numbers.size() - 1);
            instead(owner, last ? "takenLast" : "taken", calledAs);
          } else if (names(weakening.other(), number)) {
            instead(owner, "takeThenGet", calledAs);
            return true;
          }
        }
        case DROPPED, NONVOLATILE -> {}
        case PAUSED -> {
          return false;
        }
      }
      return named;
    }

    /**
     * Held stores are executed when the method returns, or when the object is constructed: until
     * then only one thread sees it.
     */
    private boolean endsHolding() {
      Access until = weakening.other();
      return until.isIn(className, method) || (until.isOf(className) && method.equals("<init>"));
    }

    private boolean names(Access access, int number) {
      return access.isIn(className, method) && access.numbers().contains(number);
    }

    private void instead(String owner, String name, String calledAs) {
      String as = "(L" + owner + ";" + calledAs.substring(1);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, WEAK, name, as, false);
    }

    private boolean holdArray(String owner, String called, String calledAs) {
      boolean named =
          weakening.kind() == Kind.LATE
              && weakening.access().isIn(className, method)
              && weakening.access().numbers().isEmpty()
              && owner.equals("java/lang/System")
              && called.equals("arraycopy");
      if (named) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, WEAK, called, calledAs, false);
      }
      return named;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      boolean held =
          opcode == Opcodes.PUTFIELD
              && weakening.kind() == Kind.LATE
              && weakening.access().numbers().isEmpty()
              && weakening.access().isIn(owner, field)
              && (descriptor.equals("Z") || descriptor.equals("I"))
              && !method.equals("<init>");
      if (held) {
        super.visitLdcInsn(field);
        String as = "(Ljava/lang/Object;" + descriptor + "Ljava/lang/String;)V";
        super.visitMethodInsn(Opcodes.INVOKESTATIC, WEAK, "put", as, false);
        changed = true;
      } else {
        super.visitFieldInsn(opcode, owner, field, descriptor);
      }
    }

    @Override
    public void visitInsn(int opcode) {
      boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
      if (returns && weakening.kind() == Kind.LATE && endsHolding()) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, WEAK, "doHeld", "()V", false);
        changed = true;
      }
      super.visitInsn(opcode);
    }
  }
}
