package io.strata.it.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PROTECTED;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Checks generated classes. */
class LinkCheckerTest {

  private static final String OBJECT = "java/lang/Object";

  private final ClassPool pool = new ClassPool();

  @Test
  void validReferencesHaveNoProblems() {
    library("lib/Base", OBJECT, ACC_PUBLIC, type -> method(type, ACC_PROTECTED, "inherited"));
    library(
        "lib/Sub",
        "lib/Base",
        ACC_PUBLIC,
        type -> {
          method(type, ACC_PUBLIC, "own");
          type.visitField(ACC_PUBLIC, "field", "I", null, null);
        });

    var report =
        check(
            ours(
                "lib/Sub",
                code -> {
                  call(code, Opcodes.INVOKEVIRTUAL, "lib/Sub", "own");
                  call(code, Opcodes.INVOKEVIRTUAL, "lib/Sub", "inherited");
                  call(code, Opcodes.INVOKEVIRTUAL, "lib/Sub", "hashCode", "()I", false);
                  code.visitFieldInsn(Opcodes.GETFIELD, "lib/Sub", "field", "I");
                }));
    assertThat(report.problems()).isEmpty();
    assertThat(report.classes()).isEqualTo(1);
    assertThat(report.members()).isEqualTo(4);
  }

  @Test
  void reportsAMissingClass() {
    var report = check(ours(OBJECT, code -> code.visitTypeInsn(Opcodes.NEW, "lib/Gone")));
    assertThat(report.problems())
        .containsExactly("our/Own needs class lib/Gone, which does not exist");
  }

  @Test
  void reportsAClassThatIsNotPublic() {
    library("lib/Hidden", OBJECT, 0, type -> {});
    var report = check(ours(OBJECT, code -> code.visitTypeInsn(Opcodes.NEW, "lib/Hidden")));
    assertThat(report.problems())
        .containsExactly("our/Own needs class lib/Hidden, which is not public");
  }

  @Test
  void reportsAMissingMethodDespiteOneWithAnotherDescriptor() {
    library("lib/Some", OBJECT, ACC_PUBLIC, type -> method(type, ACC_PUBLIC, "run"));
    var report =
        check(
            ours(
                OBJECT,
                code -> call(code, Opcodes.INVOKEVIRTUAL, "lib/Some", "run", "(I)V", false)));
    assertThat(report.problems())
        .containsExactly("our/Own needs method lib/Some.run(I)V, which does not exist");
  }

  @Test
  void reportsAConstructorThatOnlyTheSuperclassHas() {
    library("lib/Base", OBJECT, ACC_PUBLIC, type -> method(type, ACC_PUBLIC, "<init>"));
    library("lib/Sub", "lib/Base", ACC_PUBLIC, type -> {});
    var report =
        check(ours(OBJECT, code -> call(code, Opcodes.INVOKESPECIAL, "lib/Sub", "<init>")));
    assertThat(report.problems())
        .containsExactly("our/Own needs method lib/Sub.<init>()V, which does not exist");
  }

  @Test
  void reportsAMissingField() {
    library("lib/Some", OBJECT, ACC_PUBLIC, type -> {});
    var report =
        check(
            ours(OBJECT, code -> code.visitFieldInsn(Opcodes.GETSTATIC, "lib/Some", "gone", "J")));
    assertThat(report.problems())
        .containsExactly("our/Own needs field lib/Some.gone J, which does not exist");
  }

  @Test
  void reportsNarrowedAccess() {
    library(
        "lib/Some",
        OBJECT,
        ACC_PUBLIC,
        type -> {
          method(type, ACC_PRIVATE, "nowPrivate");
          method(type, 0, "nowOfThePackage");
          method(type, ACC_PROTECTED, "nowProtected");
        });
    var report =
        check(
            ours(
                OBJECT,
                code -> {
                  call(code, Opcodes.INVOKEVIRTUAL, "lib/Some", "nowPrivate");
                  call(code, Opcodes.INVOKEVIRTUAL, "lib/Some", "nowOfThePackage");
                  call(code, Opcodes.INVOKEVIRTUAL, "lib/Some", "nowProtected");
                }));
    assertThat(report.problems())
        .containsExactly(
            "our/Own needs method lib/Some.nowPrivate()V, which is not accessible",
            "our/Own needs method lib/Some.nowOfThePackage()V, which is not accessible",
            "our/Own needs method lib/Some.nowProtected()V, which is not accessible");
  }

  @Test
  void reportsAChangeToStaticOrToAnInterface() {
    library("lib/Some", OBJECT, ACC_PUBLIC, type -> method(type, ACC_PUBLIC, "run"));
    library(
        "lib/Face",
        OBJECT,
        ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT,
        type -> method(type, ACC_PUBLIC | ACC_ABSTRACT, "run"));
    var report =
        check(
            ours(
                OBJECT,
                code -> {
                  call(code, Opcodes.INVOKESTATIC, "lib/Some", "run");
                  call(code, Opcodes.INVOKEVIRTUAL, "lib/Face", "run");
                }));
    assertThat(report.problems())
        .containsExactly(
            "our/Own needs method lib/Some.run()V, which is not static",
            "our/Own needs method lib/Face.run()V, which is on an interface");
  }

  @Test
  void reportsAMissingInheritedMethod() {
    library("lib/Base", OBJECT, ACC_PUBLIC, type -> {});
    var report =
        check(ours("lib/Base", code -> call(code, Opcodes.INVOKEVIRTUAL, "our/Own", "inherited")));
    assertThat(report.problems())
        .containsExactly("our/Own needs method our/Own.inherited()V, which does not exist");
  }

  @Test
  void reportsAFinalSuperclassAndAnOverriddenFinalMethod() {
    library(
        "lib/Base",
        OBJECT,
        ACC_PUBLIC | ACC_FINAL,
        type -> method(type, ACC_PUBLIC | ACC_FINAL, "work"));
    var report = check(ours("lib/Base", code -> {}));
    assertThat(report.problems())
        .containsExactly(
            "our/Own extends class lib/Base, which is final",
            "our/Own overrides lib/Base.work()V, a final one");
  }

  @Test
  void reportsAnAbstractMethodWithoutABody() {
    int face = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;
    library("lib/Up", OBJECT, face, type -> method(type, ACC_PUBLIC | ACC_ABSTRACT, "added"));
    library(
        "lib/Face",
        OBJECT,
        face,
        type -> {
          method(type, ACC_PUBLIC | ACC_ABSTRACT, "work");
          method(type, ACC_PUBLIC, "optional");
        },
        "lib/Up");
    library("lib/Base", OBJECT, ACC_PUBLIC | ACC_ABSTRACT, type -> {}, "lib/Face");
    var report = check(ours("lib/Base", code -> {}));
    assertThat(report.problems()).containsExactly("our/Own does not implement lib/Up.added()V");
  }

  @Test
  void reportsAReflectiveFieldOfAnotherType() {
    library(
        "lib/Some",
        OBJECT,
        ACC_PUBLIC,
        type -> type.visitField(ACC_PRIVATE, "secret", "I", null, null));
    var checker = new LinkChecker("lib/", pool);
    checker.checkReflectiveField("lib/Some", "secret", "I");
    assertThat(checker.report().problems()).isEmpty();
    checker.checkReflectiveField("lib/Some", "secret", "J");
    assertThat(checker.report().problems())
        .containsExactly("reflection needs field lib/Some.secret J, which does not exist");
  }

  private LinkReport check(ClassFile ours) {
    return new LinkChecker("lib/", pool).check(List.of(ours));
  }

  private void library(
      String name, String superName, int access, Consumer<ClassWriter> body, String... faces) {
    var writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, access, name, null, superName, faces);
    body.accept(writer);
    pool.add(ClassFile.ofLibrary(writer.toByteArray()));
  }

  /** Returns a class {@code our.Own} with one method, {@code work}, with the given code. */
  private static ClassFile ours(String superName, Consumer<MethodVisitor> code) {
    var writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, ACC_PUBLIC, "our/Own", null, superName, null);
    var method = writer.visitMethod(ACC_PUBLIC, "work", "()V", null, null);
    method.visitCode();
    code.accept(method);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(9, 9);
    return ClassFile.withReferences(writer.toByteArray());
  }

  private static void method(ClassWriter type, int access, String name) {
    type.visitMethod(access, name, "()V", null, null);
  }

  private static void call(MethodVisitor code, int opcode, String owner, String name) {
    call(code, opcode, owner, name, "()V", false);
  }

  private static void call(
      MethodVisitor code, int opcode, String owner, String name, String descriptor, boolean face) {
    code.visitMethodInsn(opcode, owner, name, descriptor, face);
  }
}
