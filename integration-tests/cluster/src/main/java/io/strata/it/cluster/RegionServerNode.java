package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A RegionServer of a cluster: its process, which keeps its ports, and its setup. */
final class RegionServerNode {
  private final HBaseProcess process;
  private final int port;
  private final ServerCommands commands;
  private RegionServerSetup setup;

  RegionServerNode(String name, Path logFile, ServerCommands commands, RegionServerSetup setup) {
    process = new HBaseProcess(name, logFile, FreePorts.take(), FreePorts.take());
    port = FreePorts.take();
    this.commands = commands;
    this.setup = setup;
  }

  HBaseProcess process() {
    return process;
  }

  /** Returns the port for clients. */
  int port() {
    return port;
  }

  RegionServerSetup setup() {
    return setup;
  }

  /** Writes the configuration of a setup, which takes effect at the next start. */
  void configure(RegionServerSetup newSetup) {
    setup = newSetup;
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hbase.regionserver.port", Integer.toString(port));
    site.put("hbase.regionserver.info.port", Integer.toString(process.uiPort()));
    site.putAll(setup.site());
    commands.prepareRegionServer(process, setup.withSite(site));
  }
}
