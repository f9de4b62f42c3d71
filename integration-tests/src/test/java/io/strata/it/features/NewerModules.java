package io.strata.it.features;

import io.strata.it.cluster.HBaseDistribution;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Classes that a RegionServer needs from modules of its own version when only those of an older
 * version are available: a folder to put before them on the class path.
 */
final class NewerModules {
  private static final String HBASE = "org/apache/hadoop/hbase/";
  private static final String CELL = "L" + HBASE + "Cell;";

  private static final String STATUS = HBASE + "shaded/protobuf/generated/ClusterStatusProtos$";
  private static final String SERVER_LOAD = STATUS + "ServerLoad$Builder";
  private static final String REGION_LOAD = STATUS + "RegionLoad$Builder";

  /** A method that an older class lacks. */
  private record Method(String type, String name, String descriptor) {}

  private final Path folder;

  private NewerModules(Path folder) {
    this.folder = folder;
  }

  /** Writes the classes that 2.6.6 needs over 2.6.4, and returns the class path entries. */
  static List<Path> for266(Path folder) throws IOException {
    HBaseDistribution older = HBaseDistribution.V2_6_4;
    NewerModules modules = new NewerModules(folder);
    modules.writePoolOfStrings();
    modules.add(
        older,
        new Method(HBASE + "client/TableDescriptor", "getDescriptorHash", "()Ljava/lang/String;"));
    modules.add(
        older,
        new Method(HBASE + "filter/Filter", "getHintForRejectedRow", "(" + CELL + ")" + CELL),
        new Method(HBASE + "filter/Filter", "getSkipHint", "(" + CELL + ")" + CELL));
    modules.add(
        older,
        setter(SERVER_LOAD, "setCacheFreeSize", "J"),
        setter(SERVER_LOAD, "putRegionColdData", "Ljava/lang/String;I"));
    modules.add(older, setter(REGION_LOAD, "setCurrentRegionColdDataRatio", "F"));
    return List.of(folder);
  }

  private static Method setter(String type, String name, String parameters) {
    return new Method(type, name, "(" + parameters + ")L" + type + ";");
  }

  /** Adds methods that do nothing to classes. */
  private void add(HBaseDistribution version, Method... methods) throws IOException {
    String type = methods[0].type();
    each(
        version,
        name -> name.equals(type + ".class"),
        (name, bytes) -> {
          ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
          new ClassReader(bytes)
              .accept(
                  new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public void visitEnd() {
                      for (Method method : methods) {
                        answerNothing(
                            visitMethod(
                                Opcodes.ACC_PUBLIC, method.name(), method.descriptor(), null, null),
                            method);
                      }
                      super.visitEnd();
                    }
                  },
                  0);
          write(name, writer.toByteArray());
        });
  }

  /** Writes code that returns {@code this}, as a builder's setter does, or else null or nothing. */
  private static void answerNothing(MethodVisitor code, Method method) {
    Type type = Type.getReturnType(method.descriptor());
    code.visitCode();
    if (type.getSort() == Type.OBJECT) {
      if (type.getInternalName().equals(method.type())) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
      } else {
        code.visitInsn(Opcodes.ACONST_NULL);
      }
    }
    code.visitInsn(type.getOpcode(Opcodes.IRETURN));
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /** Writes {@code FastStringPool}, which interns strings. */
  private void writePoolOfStrings() throws IOException {
    String name = HBASE + "util/FastStringPool";
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor create = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    create.visitCode();
    create.visitVarInsn(Opcodes.ALOAD, 0);
    create.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    create.visitInsn(Opcodes.RETURN);
    create.visitMaxs(0, 0);
    create.visitEnd();
    String descriptor = "(Ljava/lang/String;)Ljava/lang/String;";
    MethodVisitor intern = writer.visitMethod(Opcodes.ACC_PUBLIC, "intern", descriptor, null, null);
    intern.visitCode();
    intern.visitVarInsn(Opcodes.ALOAD, 1);
    intern.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "java/lang/String", "intern", "()Ljava/lang/String;", false);
    intern.visitInsn(Opcodes.ARETURN);
    intern.visitMaxs(0, 0);
    intern.visitEnd();
    writer.visitEnd();
    write(name + ".class", writer.toByteArray());
  }

  @FunctionalInterface
  private interface Use {
    void of(String name, byte[] bytes) throws IOException;
  }

  private static void each(HBaseDistribution version, Predicate<String> names, Use use)
      throws IOException {
    int found = 0;
    for (Path jar : version.serverClassPath()) {
      if (!jar.getFileName().toString().startsWith("hbase-")) {
        continue;
      }
      try (JarFile file = new JarFile(jar.toFile())) {
        for (JarEntry entry : file.stream().filter(each -> names.test(each.getName())).toList()) {
          try (InputStream stream = file.getInputStream(entry)) {
            use.of(entry.getName(), stream.readAllBytes());
            found++;
          }
        }
      }
    }
    if (found == 0) {
      throw new IllegalStateException(version + " has none of the requested classes.");
    }
  }

  private void write(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }
}
