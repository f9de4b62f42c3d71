package io.strata.it.link;

import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collects the references to classes and members in a class file's code and signatures. */
final class ReferenceCollector extends ClassVisitor {

  private final Set<Reference> found;

  ReferenceCollector(Set<Reference> found) {
    super(Opcodes.ASM9);
    this.found = found;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    addClass(superName);
    for (String each : interfaces) {
      addClass(each);
    }
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    addType(Type.getType(descriptor));
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    addType(Type.getMethodType(descriptor));
    if (exceptions != null) {
      for (String each : exceptions) {
        addClass(each);
      }
    }
    return new Code();
  }

  private void addClass(String internalName) {
    addType(Type.getObjectType(internalName));
  }

  private void addType(Type type) {
    switch (type.getSort()) {
      case Type.ARRAY -> addType(type.getElementType());
      case Type.OBJECT -> found.add(new Reference.ToClass(type.getInternalName()));
      case Type.METHOD -> {
        addType(type.getReturnType());
        for (Type argument : type.getArgumentTypes()) {
          addType(argument);
        }
      }
      default -> {} // A primitive type.
    }
  }

  private void addMethod(
      String owner, String name, String descriptor, boolean isStatic, boolean onInterface) {
    addClass(owner);
    addType(Type.getMethodType(descriptor));
    if (!owner.startsWith("[")) {
      found.add(new Reference.ToMethod(owner, name, descriptor, isStatic, onInterface));
    }
  }

  private void addField(String owner, String name, String descriptor, boolean isStatic) {
    addClass(owner);
    addType(Type.getType(descriptor));
    found.add(new Reference.ToField(owner, name, descriptor, isStatic));
  }

  private void addConstant(Object constant) {
    if (constant instanceof Type type) {
      addType(type);
    } else if (constant instanceof Handle handle) {
      addHandle(handle);
    } else if (constant instanceof ConstantDynamic dynamic) {
      addHandle(dynamic.getBootstrapMethod());
      for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
        addConstant(dynamic.getBootstrapMethodArgument(i));
      }
    }
  }

  private void addHandle(Handle handle) {
    switch (handle.getTag()) {
      case Opcodes.H_GETFIELD, Opcodes.H_PUTFIELD ->
          addField(handle.getOwner(), handle.getName(), handle.getDesc(), false);
      case Opcodes.H_GETSTATIC, Opcodes.H_PUTSTATIC ->
          addField(handle.getOwner(), handle.getName(), handle.getDesc(), true);
      default ->
          addMethod(
              handle.getOwner(),
              handle.getName(),
              handle.getDesc(),
              handle.getTag() == Opcodes.H_INVOKESTATIC,
              handle.isInterface());
    }
  }

  private final class Code extends MethodVisitor {

    Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      addClass(type);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      addType(Type.getType(descriptor));
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
      if (type != null) {
        addClass(type);
      }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
      addField(owner, name, descriptor, isStatic);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean onInterface) {
      addMethod(owner, name, descriptor, opcode == Opcodes.INVOKESTATIC, onInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      addType(Type.getMethodType(descriptor));
      addHandle(bootstrap);
      for (Object argument : arguments) {
        addConstant(argument);
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      addConstant(value);
    }
  }
}
