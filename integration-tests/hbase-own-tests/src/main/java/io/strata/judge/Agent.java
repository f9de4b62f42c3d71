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
 * Transforms three kinds of classes at load time: HBase's factory of block caches creates Strata,
 * HBase's tests use Strata's tiers in place of HBase's, and Strata's tiers count their uses.
 */
public final class Agent implements ClassFileTransformer {
  private static final String FACTORY = "org/apache/hadoop/hbase/io/hfile/BlockCacheFactory";

  /** Called by the JVM before the main method. */
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
      // The JVM would load the original class, and the tests would run on HBase's cache.
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
