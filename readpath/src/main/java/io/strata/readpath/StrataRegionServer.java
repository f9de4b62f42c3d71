package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.web.WebUi;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.http.InfoServer;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/**
 * A RegionServer whose block cache is Strata, installed with {@code hbase.regionserver.impl}.
 *
 * <p>The constructor of {@code HRegionServer} creates HBase's own cache from the same keys. The
 * engine's key is hidden from it, so that the memory is not allocated twice. An invalid setting
 * fails startup before anything else happens.
 */
public class StrataRegionServer extends HRegionServer {
  /** Stores the engine while HBase's constructor runs. */
  private static final String HIDDEN_ENGINE = "io.strata.readpath.engine";

  /**
   * Starts the server as HBase does.
   *
   * @throws io.strata.readpath.config.InvalidSettingException if a setting of the cache is invalid
   * @throws IOException thrown by HBase
   */
  public StrataRegionServer(Configuration conf) throws IOException {
    this(conf, CacheSettings.read(conf, MemoryLimits.ofThisProcess()));
  }

  private StrataRegionServer(Configuration conf, CacheSettings settings) throws IOException {
    super(withoutEngine(conf));
    restoreEngine(conf);
    Installer.install(this, () -> settings);
  }

  /** Called by HBase 2 before its web server starts, which accepts no pages later. */
  @Override
  protected void configureInfoServer() {
    callSuper(MethodType.methodType(void.class));
    WebUi.addTo(getInfoServer(), getConfiguration());
  }

  /** Called by HBase 3. */
  protected void configureInfoServer(InfoServer server) {
    callSuper(MethodType.methodType(void.class, InfoServer.class), server);
    WebUi.addTo(server, getConfiguration());
  }

  /** Calls the superclass's method, whose signature depends on the version of HBase. */
  private void callSuper(MethodType type, Object... arguments) {
    try {
      MethodHandles.lookup()
          .findSpecial(HRegionServer.class, "configureInfoServer", type, StrataRegionServer.class)
          .bindTo(this)
          .invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot add pages to this version of HBase.", e);
    }
  }

  /**
   * Sets the engine to an empty text. Unsetting it would not last: a class that adds resources of
   * its own within the constructor makes the configuration read its files again.
   */
  private static Configuration withoutEngine(Configuration conf) {
    conf.set(HIDDEN_ENGINE, conf.get(HConstants.BUCKET_CACHE_IOENGINE_KEY));
    conf.set(HConstants.BUCKET_CACHE_IOENGINE_KEY, "");
    return conf;
  }

  /**
   * Reads the engine from its file again, if it is in one: a value set by the program would hide
   * that of the file when the configuration is reloaded.
   */
  private static void restoreEngine(Configuration conf) {
    String engine = conf.get(HIDDEN_ENGINE);
    conf.unset(HIDDEN_ENGINE);
    conf.unset(HConstants.BUCKET_CACHE_IOENGINE_KEY);
    conf.reloadConfiguration();
    if (!engine.equals(conf.get(HConstants.BUCKET_CACHE_IOENGINE_KEY))) {
      conf.set(HConstants.BUCKET_CACHE_IOENGINE_KEY, engine);
    }
  }
}
