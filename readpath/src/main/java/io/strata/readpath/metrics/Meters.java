package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * The meters, as functions of a snapshot: to count costs nothing more. Complete before it is
 * shared, and immutable from then on, so that any number of threads may read it at once.
 */
final class Meters {
  static final String BLOCKS = "blocks";
  static final String SECONDS = "seconds";
  static final String RATIO = "ratio";

  /** Of a figure whose unit depends on the policy. */
  static final String STATE = "state";

  /** Reads some meters; which ones there are may be different each time. */
  @FunctionalInterface
  interface Source {
    /** Reads them once; called by any number of threads at once. */
    void read(Snapshot now, Consumer<Sample> to);
  }

  private final List<Source> sources;
  private final Tags tags;

  Meters() {
    this(new ArrayList<>(), Tags.empty());
  }

  private Meters(List<Source> sources, Tags tags) {
    this.sources = sources;
    this.tags = tags;
  }

  /** Returns the same meters; what is added through it has tags. */
  Meters with(Tags these) {
    return new Meters(sources, these);
  }

  void add(Source source) {
    sources.add(source);
  }

  /** Something that only ever rises. */
  void counter(String name, String unit, String description, ToDoubleFunction<Snapshot> value) {
    add(new Meter.Id(name, tags, unit, description, Meter.Type.COUNTER), value);
  }

  void gauge(String name, String unit, String description, ToDoubleFunction<Snapshot> value) {
    add(new Meter.Id(name, tags, unit, description, Meter.Type.GAUGE), value);
  }

  private void add(Meter.Id id, ToDoubleFunction<Snapshot> value) {
    add((now, to) -> to.accept(new Sample(id, value.applyAsDouble(now))));
  }

  /** Returns a gauge's value of now. */
  static Sample sample(String name, String unit, String description, Tags tags, double value) {
    return new Sample(new Meter.Id(name, tags, unit, description, Meter.Type.GAUGE), value);
  }

  void bytes(String name, String description, ToDoubleFunction<Snapshot> value) {
    gauge(name, BaseUnits.BYTES, description, value);
  }

  void blocks(String name, String description, ToDoubleFunction<Snapshot> value) {
    gauge(name, BLOCKS, description, value);
  }

  /** Reads all of them. */
  void read(Snapshot now, Consumer<Sample> to) {
    sources.forEach(source -> source.read(now, to));
  }
}
