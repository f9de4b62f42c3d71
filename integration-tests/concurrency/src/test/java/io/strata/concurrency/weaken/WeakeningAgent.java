package io.strata.concurrency.weaken;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Loads the production classes with one access weakened, and ends a process that hangs. */
public final class WeakeningAgent {
  /** The exit status of a process that hung. */
  public static final int HUNG = 97;

  private static final String BLANK = "_";

  private WeakeningAgent() {}

  /** Returns the JVM option that attaches this agent; an empty weakening weakens nothing. */
  public static String option(Path jar, int seconds, String weakening) {
    return "-javaagent:" + jar + "=" + seconds + BLANK + weakening.replace(" ", BLANK);
  }

  /** Writes the jar that the option names: a manifest only, the classes are on the class path. */
  public static void writeJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", WeakeningAgent.class.getName());
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
  }

  /** Called by the JVM. */
  public static void premain(String argument, Instrumentation instrumentation) {
    String[] words = argument.split(BLANK, 2);
    endAfter(Integer.parseInt(words[0]));
    if (!words[1].isEmpty()) {
      Weakening weakening = Weakening.parse(words[1].replace(BLANK, " "));
      instrumentation.addTransformer(new Transformer(weakening));
    }
  }

  private static void endAfter(int seconds) {
    Thread watch =
        new Thread(
            () -> {
              long end = System.nanoTime() + seconds * 1_000_000_000L;
              while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
              }
              Runtime.getRuntime().halt(HUNG);
            },
            "watch");
    watch.setDaemon(true);
    watch.start();
  }

  private record Transformer(Weakening weakening) implements ClassFileTransformer {
    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
      try {
        return Weakener.weaken(name, bytes, weakening);
      } catch (RuntimeException | Error e) {
        e.printStackTrace();
        Runtime.getRuntime().halt(1);
        throw e;
      }
    }
  }
}
