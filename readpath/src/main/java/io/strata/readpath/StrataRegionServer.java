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
 * <p>HBase makes its own cache in the constructor of {@code HRegionServer}, with the keys that are
 * meant for this one; the engine's key is hidden from it, so that the memory is not taken twice.
 * What is wrong is said before anything else is done, and the process ends.
 */
public class StrataRegionServer extends HRegionServer {
  /** Where the engine waits while HBase's constructor runs. */
  private static final String HIDDEN_ENGINE = "io.strata.readpath.engine";

  /**
   * Starts the server as HBase does.
   *
   * @throws io.strata.readpath.config.InvalidSettingException when a setting of the cache is wrong
   * @throws IOException what HBase throws
   */
  public StrataRegionServer(Configuration conf) throws IOException {
    this(conf, CacheSettings.read(conf, MemoryLimits.ofThisProcess()));
  }

  private StrataRegionServer(Configuration conf, CacheSettings settings) throws IOException {
    super(withoutEngine(conf));
    restoreEngine(conf);
    Installer.install(this, () -> settings);
  }

  /** As HBase 2 calls it, before its web server starts: later that takes no pages. */
  @Override
  protected void configureInfoServer() {
    callSuper(MethodType.methodType(void.class));
    WebUi.addTo(getInfoServer(), getConfiguration());
  }

  /** As HBase 3 calls it. */
  protected void configureInfoServer(InfoServer server) {
    callSuper(MethodType.methodType(void.class, InfoServer.class), server);
    WebUi.addTo(server, getConfiguration());
  }

  /** What HBase does itself there, in whichever of the two forms this version has it. */
  private void callSuper(MethodType type, Object... arguments) {
    try {
      MethodHandles.lookup()
          .findSpecial(HRegionServer.class, "configureInfoServer", type, StrataRegionServer.class)
          .bindTo(this)
          .invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("The pages of this HBase cannot be added to.", e);
    }
  }

  /**
   * Empty rather than unset: the configuration is read from its files again whenever a class adds
   * resources of its own, which happens within the constructor, and only what was set stays.
   */
  private static Configuration withoutEngine(Configuration conf) {
    conf.set(HIDDEN_ENGINE, conf.get(HConstants.BUCKET_CACHE_IOENGINE_KEY));
    conf.set(HConstants.BUCKET_CACHE_IOENGINE_KEY, "");
    return conf;
  }

  /**
   * Read again from its file, where it stands in one: a value that is set by program would hide
   * what the file says when the configuration is reloaded.
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
