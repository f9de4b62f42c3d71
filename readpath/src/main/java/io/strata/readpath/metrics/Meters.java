package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * A set of meters, each a function of a {@link Snapshot}, so that counting costs nothing extra. It
 * is complete before it is shared and immutable from then on: any number of threads may read it.
 */
final class Meters {
  static final String BLOCKS = "blocks";
  static final String SECONDS = "seconds";
  static final String RATIO = "ratio";

  /** The unit of a figure whose real unit depends on the policy. */
  static final String STATE = "state";

  /** A group of meters, which may have other members at each read. */
  @FunctionalInterface
  interface Source {
    /** Passes a sample of each meter to {@code to}. Called concurrently. */
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

  /** Returns a view of these meters that adds {@code these} tags to each new meter. */
  Meters with(Tags these) {
    return new Meters(sources, these);
  }

  void add(Source source) {
    sources.add(source);
  }

  /** Adds a counter; {@code value} must be monotonic. */
  void counter(String name, String unit, String description, ToDoubleFunction<Snapshot> value) {
    add(new Meter.Id(name, tags, unit, description, Meter.Type.COUNTER), value);
  }

  void gauge(String name, String unit, String description, ToDoubleFunction<Snapshot> value) {
    add(new Meter.Id(name, tags, unit, description, Meter.Type.GAUGE), value);
  }

  private void add(Meter.Id id, ToDoubleFunction<Snapshot> value) {
    add((now, to) -> to.accept(new Sample(id, value.applyAsDouble(now))));
  }

  /** Returns a sample of a gauge. */
  static Sample sample(String name, String unit, String description, Tags tags, double value) {
    return new Sample(new Meter.Id(name, tags, unit, description, Meter.Type.GAUGE), value);
  }

  void bytes(String name, String description, ToDoubleFunction<Snapshot> value) {
    gauge(name, BaseUnits.BYTES, description, value);
  }

  void blocks(String name, String description, ToDoubleFunction<Snapshot> value) {
    gauge(name, BLOCKS, description, value);
  }

  /** Passes a sample of each meter to {@code to}. */
  void read(Snapshot now, Consumer<Sample> to) {
    sources.forEach(source -> source.read(now, to));
  }
}
