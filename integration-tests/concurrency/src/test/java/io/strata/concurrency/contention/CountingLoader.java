package io.strata.concurrency.contention;

import java.io.IOException;
import java.io.InputStream;

/** Loads the off-heap engine with its stores recorded by {@link Stores}. */
final class CountingLoader extends ClassLoader {
  private static final String ENGINE = "io.strata.l2.";

  CountingLoader() {
    super(CountingLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean isEngine = name.startsWith(ENGINE);
    // The caller is not recorded, but must be linked to the classes that are.
    if (!isEngine && !name.startsWith(CountedStore.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name, isEngine) : loaded;
    }
  }

  private Class<?> define(String name, boolean isRecorded) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] classFile = in.readAllBytes();
      byte[] defined = isRecorded ? StoreRecorder.rewrite(classFile) : classFile;
      return defineClass(name, defined, 0, defined.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
