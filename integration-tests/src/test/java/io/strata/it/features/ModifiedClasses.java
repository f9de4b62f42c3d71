package io.strata.it.features;

import io.strata.it.cluster.HBaseDistribution;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes additional classes, and classes of HBase with additional methods, to a folder. */
final class ModifiedClasses {
  private static final String CONSTRUCTOR = "<init>";

  /**
   * A method that HBase's class lacks.
   *
   * @param type internal name of the class
   * @param descriptor of parameters and result
   */
  record Method(String type, String name, String descriptor) {}

  /** Writes the code of a method. */
  private interface Code {
    void write(MethodVisitor code, Method method);
  }

  private final HBaseDistribution version;
  private final Path folder;

  /** Adds methods to classes of that version. */
  ModifiedClasses(HBaseDistribution version, Path folder) {
    this.version = version;
    this.folder = folder;
  }

  /**
   * Compiles a class.
   *
   * @param type internal name of the class
   * @param body its source below the line of its package
   */
  void compile(String type, String body) {
    String itsPackage = type.substring(0, type.lastIndexOf('/')).replace('/', '.');
    String source = "package " + itsPackage + ";\n" + body;
    URI place = URI.create("string:///" + type + ".java");
    JavaFileObject file =
        new SimpleJavaFileObject(place, JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String classPath =
        version.serverClassPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> options = List.of("-d", folder.toString(), "-cp", classPath, "-proc:none");
    if (!compiler.getTask(null, null, null, options, null, List.of(file)).call()) {
      throw new IllegalArgumentException(type + " cannot be compiled; see the errors above.");
    }
  }

  /**
   * Adds methods to a class or an interface. They return {@code this}, as a builder's setter does,
   * if that is their type, else an empty list, null or nothing.
   *
   * @param methods of one class
   */
  void add(Method... methods) throws IOException {
    add(ModifiedClasses::answerNothing, methods);
  }

  /** Adds a constructor with a last parameter that it ignores. */
  void addParameter(String type, String parameters, String last) throws IOException {
    add(
        (code, method) -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          int slot = 1;
          for (Type each : Type.getArgumentTypes("(" + parameters + ")V")) {
            code.visitVarInsn(each.getOpcode(Opcodes.ILOAD), slot);
            slot += each.getSize();
          }
          String older = "(" + parameters + ")V";
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, type, CONSTRUCTOR, older, false);
          code.visitInsn(Opcodes.RETURN);
        },
        new Method(type, CONSTRUCTOR, "(" + parameters + last + ")V"));
  }

  private static void answerNothing(MethodVisitor code, Method method) {
    Type type = Type.getReturnType(method.descriptor());
    if (type.getDescriptor().equals("L" + method.type() + ";")) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
    } else if (type.getClassName().equals(List.class.getName())) {
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, "java/util/Collections", "emptyList", "()Ljava/util/List;", false);
    } else if (type.getSort() == Type.OBJECT) {
      code.visitInsn(Opcodes.ACONST_NULL);
    }
    code.visitInsn(type.getOpcode(Opcodes.IRETURN));
  }

  private void add(Code body, Method... methods) throws IOException {
    String name = methods[0].type() + ".class";
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(bytesOf(name))
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public void visitEnd() {
                for (Method method : methods) {
                  MethodVisitor code =
                      visitMethod(
                          Opcodes.ACC_PUBLIC, method.name(), method.descriptor(), null, null);
                  code.visitCode();
                  body.write(code, method);
                  code.visitMaxs(0, 0);
                  code.visitEnd();
                }
                super.visitEnd();
              }
            },
            0);
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, writer.toByteArray());
  }

  private byte[] bytesOf(String name) throws IOException {
    for (Path jar : version.serverClassPath()) {
      if (!jar.getFileName().toString().startsWith("hbase-")) {
        continue;
      }
      try (JarFile file = new JarFile(jar.toFile())) {
        JarEntry entry = file.getJarEntry(name);
        if (entry != null) {
          try (InputStream stream = file.getInputStream(entry)) {
            return stream.readAllBytes();
          }
        }
      }
    }
    throw new IllegalArgumentException(version + " has no " + name + ".");
  }
}
