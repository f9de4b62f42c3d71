package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** One RegionServer of a cluster: a process that keeps its ports, and what it is to run with. */
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

  /** The port on which it serves clients. */
  int port() {
    return port;
  }

  RegionServerSetup setup() {
    return setup;
  }

  /** Writes its configuration for the setup, which counts from the next start. */
  void configure(RegionServerSetup newSetup) {
    setup = newSetup;
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hbase.regionserver.port", Integer.toString(port));
    site.put("hbase.regionserver.info.port", Integer.toString(process.uiPort()));
    site.putAll(setup.site());
    commands.prepareRegionServer(process, setup.withSite(site));
  }
}
