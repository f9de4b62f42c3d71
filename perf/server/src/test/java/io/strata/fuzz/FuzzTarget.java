package io.strata.fuzz;

import io.strata.it.cluster.BuildTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A class named {@code *FuzzTest} with one {@code @FuzzTest}: Jazzer fuzzes one method in a JVM.
 *
 * @param module folder of its module
 */
record FuzzTarget(Path module, String className) {
  private static final String SUFFIX = "FuzzTest.class";

  /** Modules are at most this deep below the root. */
  private static final int MODULE_DEPTH = 2;

  /** Returns all compiled targets, in the order of their modules' names. */
  static List<FuzzTarget> all() throws IOException {
    List<FuzzTarget> targets = new ArrayList<>();
    try (Stream<Path> folders = Files.walk(BuildTree.root(), MODULE_DEPTH)) {
      for (Path module : folders.sorted().toList()) {
        if (Files.isDirectory(module.resolve("target/test-classes"))) {
          targets.addAll(of(module));
        }
      }
    }
    return targets;
  }

  private static List<FuzzTarget> of(Path module) throws IOException {
    Path classes = module.resolve("target/test-classes");
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(file -> file.endsWith(SUFFIX))
          .sorted()
          .map(file -> file.replace(".class", "").replace('/', '.'))
          .map(name -> new FuzzTarget(module, name))
          .toList();
    }
  }

  /** Returns the folder of its test classes. */
  Path testClasses() {
    return module.resolve("target/test-classes");
  }

  String simpleName() {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
