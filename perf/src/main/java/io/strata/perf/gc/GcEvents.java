package io.strata.perf.gc;

import java.util.ArrayList;
import java.util.List;

/**
 * What a GC log tells, gathered line by line. Times are milliseconds of the epoch, memory is in
 * megabytes. Of one thread while it is gathered.
 */
final class GcEvents {
  /**
   * The server was stopped.
   *
   * @param cause as the log names it
   */
  record Pause(double beginMillis, double millis, String cause) {}

  /** The collector worked; pauses may lie within. */
  record Work(double beginMillis, double endMillis) {}

  /** Heap in use at the end of a collection. */
  record Occupancy(double millis, double megabytes) {}

  private final List<Pause> pauses = new ArrayList<>();
  private final List<Work> concurrent = new ArrayList<>();
  private final List<Occupancy> afterCollection = new ArrayList<>();
  private final Curve paused = new Curve();
  private final Curve allocated = new Curve();
  private double inUse;

  /** The log begins, and with it the JVM: its heap is empty. */
  void begin(double millis) {
    allocated.add(millis, 0);
  }

  /** A pause that is just over. */
  void pause(double endMillis, double millis, String cause) {
    pauses.add(new Pause(endMillis - millis, millis, cause));
    paused.add(endMillis - millis, 0);
    paused.add(endMillis, millis);
  }

  /** Work beside the running server that is just over. */
  void concurrent(double endMillis, double millis) {
    concurrent.add(new Work(endMillis - millis, endMillis));
  }

  /** Heap in use, before anything is taken back: what is more than last time was allocated. */
  void grown(double millis, double megabytes) {
    allocated.add(millis, megabytes - inUse);
    inUse = megabytes;
  }

  /** What the server allocated while the collector worked since the last call of any kind. */
  void allocatedMeanwhile(double millis, double megabytes) {
    allocated.add(millis, megabytes);
  }

  /** Heap in use at the end of a pause, in which nothing was allocated. */
  void shrunk(double millis, double megabytes) {
    allocated.add(millis, 0);
    inUse = megabytes;
  }

  /** Heap in use at the end of a collection. */
  void collected(double millis, double megabytes) {
    inUse = megabytes;
    afterCollection.add(new Occupancy(millis, megabytes));
  }

  /**
   * The log is over. The server is taken to have gone on as it did between the last two
   * collections, and for as long: by then there would have been another.
   */
  void end() {
    int collections = afterCollection.size();
    if (collections > 1) {
      double last = afterCollection.get(collections - 1).millis();
      double before = afterCollection.get(collections - 2).millis();
      double grown = allocated.at(last) - allocated.at(before);
      double left = 2 * last - before - allocated.lastMillis();
      if (left > 0) {
        allocated.add(2 * last - before, grown * left / (last - before));
      }
    }
  }

  List<Pause> pauses() {
    return pauses;
  }

  List<Work> concurrent() {
    return concurrent;
  }

  List<Occupancy> afterCollection() {
    return afterCollection;
  }

  /** Time in pauses up to then. */
  double pausedUntil(double millis) {
    return paused.at(millis);
  }

  /** Megabytes allocated up to then. */
  double allocatedUntil(double millis) {
    return allocated.at(millis);
  }
}
