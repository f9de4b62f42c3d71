package io.strata.it.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;

/**
 * Classes by name: those given, then those of the jars in their order, then the JDK's own.
 *
 * <p>A jar may stand in for one of another version that is not to be had; which classes were taken
 * from such a one is remembered.
 */
final class ClassPool implements AutoCloseable {

  private record Source(JarFile jar, boolean standIn) {}

  private final Map<String, Optional<ClassFile>> classes = new HashMap<>();
  private final List<Source> sources = new ArrayList<>();
  private int fromStandIns;

  void add(ClassFile given) {
    classes.put(given.name(), Optional.of(given));
  }

  void addJar(Path jar, boolean standIn) throws IOException {
    sources.add(new Source(new JarFile(jar.toFile()), standIn));
  }

  Optional<ClassFile> find(String name) {
    var known = classes.get(name);
    if (known == null) {
      known = read(name + ".class");
      classes.put(name, known);
    }
    return known;
  }

  /** How many classes were found in jars that stand in for others. */
  int fromStandIns() {
    return fromStandIns;
  }

  private Optional<ClassFile> read(String path) {
    try {
      for (Source source : sources) {
        var entry = source.jar().getJarEntry(path);
        if (entry != null) {
          fromStandIns += source.standIn() ? 1 : 0;
          return Optional.of(parse(source.jar().getInputStream(entry)));
        }
      }
      InputStream ofJdk = ClassLoader.getPlatformClassLoader().getResourceAsStream(path);
      return ofJdk == null ? Optional.empty() : Optional.of(parse(ofJdk));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ClassFile parse(InputStream stream) throws IOException {
    try (stream) {
      return ClassFile.ofLibrary(stream.readAllBytes());
    }
  }

  @Override
  public void close() throws IOException {
    for (Source source : sources) {
      source.jar().close();
    }
  }
}
