package io.strata.it.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Links the packaged drop-in jar against each supported version of HBase. */
class LinkIT {

  private static final String HBASE = "org/apache/hadoop/hbase/";
  private static final Path VERSIONS =
      Path.of(System.getProperty("basedir", ""), "target", "hbase-jars");

  /** Versions whose class paths the build writes. */
  private static final Path LINES = Path.of(System.getProperty("basedir", ""), "..", "hbase-lines");

  /**
   * If a version's other modules are not available, those of the nearest version are substitutes:
   * {@code hbase-server} is checked exactly, the rest approximately.
   */
  @ParameterizedTest
  @CsvSource({
    "2.5.13-hadoop3, 2.5.13-hadoop3",
    "2.6.1, 2.6.1",
    "2.6.4-hadoop3, 2.6.4-hadoop3",
    "2.6.6, 2.6.4-hadoop3",
    "3.0.0-alpha-4, 3.0.0-alpha-4",
    "3.0.0-beta-1, 3.0.0-alpha-4",
    "3.0.0, 2.6.4-hadoop3"
  })
  void dropInJarLinks(String version, String otherModules) throws IOException {
    try (var pool = poolOf(version, otherModules)) {
      var checker = new LinkChecker(HBASE, pool);
      ReflectiveUses.check(checker);
      LinkReport report = checker.check(classesOfTheDropInJar());

      System.out.printf(
          "HBase %s: checked %d classes and %d members that the jar uses%s.%n",
          version,
          report.classes(),
          report.members(),
          report.substitutes() == 0
              ? ""
              : "; %d classes of other modules than hbase-server were read from %s"
                  .formatted(report.substitutes(), otherModules));
      assertThat(report.problems()).isEmpty();
      assertThat(report.members()).as("checked members").isPositive();
    }
  }

  /** The check reads the right version: only 2.6.4 has the method. */
  @ParameterizedTest
  @CsvSource({"2.5.13-hadoop3, 1", "2.6.4-hadoop3, 0", "2.6.6, 1", "3.0.0, 1"})
  void methodOfOneVersionIsMissingInOthers(String version, int problems) throws IOException {
    var writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "our/Own", null, "java/lang/Object", null);
    var method = writer.visitMethod(Opcodes.ACC_PUBLIC, "work", "()V", null, null);
    method.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        HBASE + "io/hfile/BlockCacheKey",
        "getFilePath",
        "()Lorg/apache/hadoop/fs/Path;",
        false);
    method.visitMaxs(1, 1);
    try (var pool = poolOf(version, version)) {
      var ours = ClassFile.withReferences(writer.toByteArray());
      assertThat(new LinkChecker(HBASE, pool).check(List.of(ours)).problems()).hasSize(problems);
    }
  }

  private static ClassPool poolOf(String version, String otherModules) throws IOException {
    var pool = new ClassPool();
    for (Path jar : jarsIn(version)) {
      pool.addJar(jar, false);
    }
    if (!version.equals(otherModules)) {
      for (Path jar : jarsIn(otherModules)) {
        if (!jar.getFileName().toString().startsWith("hbase-server-")) {
          pool.addJar(jar, true);
        }
      }
    }
    return pool;
  }

  private static List<Path> jarsIn(String version) throws IOException {
    Path classPath = LINES.resolve(version).resolve("target/class-path");
    if (Files.exists(classPath)) {
      return Stream.of(Files.readString(classPath).strip().split(File.pathSeparator))
          .map(Path::of)
          .filter(jar -> jar.getFileName().toString().startsWith("hbase-"))
          .toList();
    }
    try (var files = Files.list(VERSIONS.resolve(version))) {
      return files.sorted().toList();
    }
  }

  private static List<ClassFile> classesOfTheDropInJar() throws IOException {
    List<ClassFile> classes = new ArrayList<>();
    try (var jar = new JarFile(dropInJar().toFile())) {
      for (JarEntry entry :
          jar.stream().filter(each -> each.getName().endsWith(".class")).toList()) {
        try (var stream = jar.getInputStream(entry)) {
          classes.add(ClassFile.withReferences(stream.readAllBytes()));
        }
      }
    }
    return classes;
  }

  /** Returns the jar on the class path that has the on-heap tier, without loading the class. */
  private static Path dropInJar() throws IOException {
    URL url = LinkIT.class.getResource("/io/strata/readpath/l1/OnHeapBlockCache.class");
    assertThat(url).as("the drop-in jar on the class path").isNotNull();
    assertThat(url.getProtocol()).as("run this after packaging: mvn verify").isEqualTo("jar");
    var connection = (JarURLConnection) url.openConnection();
    return Path.of(URI.create(connection.getJarFileURL().toString()));
  }
}
