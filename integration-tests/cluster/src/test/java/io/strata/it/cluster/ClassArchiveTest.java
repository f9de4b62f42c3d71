package io.strata.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses archives of a program in a jar. */
class ClassArchiveTest {
  private static final String PROGRAM = ArchivedProgram.class.getName();

  @TempDir Path folder;

  @Test
  void laterProcessMapsTheClassesOfTheFirst() throws Exception {
    Path jar = jar();
    assertThat(archive(jar).options()).containsExactly("-XX:+RecordDynamicDumpInfo");
    assertThat(run(jar)).contains(PROGRAM + " source: file:");

    assertThat(archive(jar).options())
        .allMatch(option -> option.startsWith("-XX:SharedArchiveFile="));
    assertThat(run(jar)).contains(PROGRAM + " source: shared objects file (top)");
  }

  @Test
  void archiveOfAnOlderJarIsWrittenAgain() throws Exception {
    Path jar = jar();
    run(jar);

    Files.setLastModifiedTime(jar, FileTime.fromMillis(System.currentTimeMillis() + 10_000));

    assertThat(archive(jar).options()).containsExactly("-XX:+RecordDynamicDumpInfo");
  }

  private Path jar() throws Exception {
    Path jar = folder.resolve("program.jar");
    String name = PROGRAM.replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream in = ArchivedProgram.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new JarEntry(name));
      Objects.requireNonNull(in).transferTo(out);
    }
    // An archive is valid if it is newer than its jars.
    return Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
  }

  private ClassArchive archive(Path jar) {
    return new ClassArchive(folder.resolve("archives"), PROGRAM, List.of(jar));
  }

  private String run(Path jar) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(archive(jar).optionsUntilExit());
    command.addAll(List.of("-Xlog:class+load", "-cp", jar.toString(), PROGRAM));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(output);
  }

  /** Exits immediately. */
  static final class ArchivedProgram {
    private ArchivedProgram() {}

    public static void main(String[] args) {}
  }
}
