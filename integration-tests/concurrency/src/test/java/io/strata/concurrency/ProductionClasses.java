package io.strata.concurrency;

import io.strata.concurrency.weaken.Accesses;
import io.strata.flash.FlashStore;
import io.strata.l2.BlockStore;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The class files of both engines, each in a directory or a jar. */
final class ProductionClasses {
  private ProductionClasses() {}

  /** Returns all accesses that can order others, each with its kind. */
  static Map<String, String> accesses() throws IOException, URISyntaxException {
    Map<String, String> found = new TreeMap<>();
    for (Class<?> module : List.of(BlockStore.class, FlashStore.class)) {
      for (Map.Entry<String, String> each : accesses(module).entrySet()) {
        if (found.put(each.getKey(), each.getValue()) != null) {
          throw new IllegalStateException("Two classes have " + each.getKey() + ": rename one.");
        }
      }
    }
    return found;
  }

  private static Map<String, String> accesses(Class<?> module)
      throws IOException, URISyntaxException {
    Path classes = Path.of(module.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(classes)) {
      return accesses(classes);
    }
    try (FileSystem jar = FileSystems.newFileSystem(classes)) {
      return accesses(jar.getPath("/"));
    }
  }

  private static Map<String, String> accesses(Path root) throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        found.putAll(Accesses.of(Files.readAllBytes(file)));
      }
    }
    return found;
  }
}
