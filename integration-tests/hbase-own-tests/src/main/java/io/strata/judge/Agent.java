package io.strata.judge;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;

/**
 * Changes three kinds of classes as they are loaded: HBase's factory of block caches makes Strata,
 * HBase's tests make and find Strata's tiers where they name HBase's, and Strata's tiers count how
 * often they are used.
 */
public final class Agent implements ClassFileTransformer {
  private static final String FACTORY = "org/apache/hadoop/hbase/io/hfile/BlockCacheFactory";

  /** Called by the JVM before the main program. */
  public static void premain(@Nullable String arguments, Instrumentation jvm) {
    jvm.addTransformer(new Agent());
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    try {
      ClassWriter writer = new ClassWriter(0);
      ClassVisitor change = changeOf(name, domain, writer);
      if (change == null) {
        return null;
      }
      new ClassReader(bytes).accept(change, 0);
      return writer.toByteArray();
    } catch (RuntimeException e) {
      // The JVM would load the class as it is, and HBase's cache be judged instead of Strata.
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
      return null;
    }
  }

  private static @Nullable ClassVisitor changeOf(
      String name, @Nullable ProtectionDomain domain, ClassVisitor to) {
    if (name.equals(FACTORY)) {
      return new FactoryChange(to);
    }
    if (UseCounting.isCounted(name)) {
      return new UseCounting(name, to);
    }
    return isHBaseTest(domain) ? new TestChange(to) : null;
  }

  private static boolean isHBaseTest(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    return source != null
        && source.getLocation() != null
        && source.getLocation().getPath().matches(".*/hbase-server-[^/]*-tests\\.jar");
  }
}
