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
 * Finds classes by name: first those added, then those of the jars in order, then the JDK's.
 *
 * <p>A jar may be a substitute for one of another version that is not available; the classes found
 * in substitutes are counted.
 */
final class ClassPool implements AutoCloseable {

  private record Source(JarFile jar, boolean substitute) {}

  private final Map<String, Optional<ClassFile>> classes = new HashMap<>();
  private final List<Source> sources = new ArrayList<>();
  private int fromSubstitutes;

  void add(ClassFile given) {
    classes.put(given.name(), Optional.of(given));
  }

  void addJar(Path jar, boolean substitute) throws IOException {
    sources.add(new Source(new JarFile(jar.toFile()), substitute));
  }

  Optional<ClassFile> find(String name) {
    var known = classes.get(name);
    if (known == null) {
      known = read(name + ".class");
      classes.put(name, known);
    }
    return known;
  }

  /** Returns the number of classes found in substitutes. */
  int fromSubstitutes() {
    return fromSubstitutes;
  }

  private Optional<ClassFile> read(String path) {
    try {
      for (Source source : sources) {
        var entry = source.jar().getJarEntry(path);
        if (entry != null) {
          fromSubstitutes += source.substitute() ? 1 : 0;
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
