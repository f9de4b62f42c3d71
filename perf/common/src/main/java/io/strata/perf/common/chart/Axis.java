package io.strata.perf.common.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * An axis of a panel.
 *
 * @param title the quantity with its unit; may be empty
 * @param from the value at the start; above 0 if the axis is logarithmic
 * @param to the value at the end, above {@code from}
 * @param ticks in ascending order
 */
public record Axis(String title, double from, double to, boolean logarithmic, List<Tick> ticks) {
  private static final int MAX_INTERVALS = 5;
  private static final double DECADE = 10;

  /** A labelled position on the axis. */
  public record Tick(double at, String label) {}

  /** Copies the ticks. */
  public Axis {
    ticks = List.copyOf(ticks);
  }

  /** Returns an axis of percentages from zero to a round value at or above {@code highest}. */
  public static Axis percent(String title, double highest) {
    int interval =
        IntStream.of(1, 2, 5, 10)
            .filter(each -> MAX_INTERVALS * each >= highest)
            .findFirst()
            .orElse(20);
    int intervals = Math.max(1, (int) Math.ceil(highest / interval));
    List<Tick> ticks =
        IntStream.rangeClosed(0, intervals)
            .mapToObj(i -> new Tick(i * interval, Integer.toString(i * interval)))
            .toList();
    return new Axis(title, 0, intervals * interval, false, ticks);
  }

  /** Returns a logarithmic axis of the powers of ten that enclose two values above 0. */
  public static Axis decades(double low, double high, DoubleFunction<String> label) {
    double from = Math.pow(DECADE, Math.floor(Math.log10(low)));
    double to = Math.pow(DECADE, Math.ceil(Math.log10(high)));
    List<Tick> ticks = new ArrayList<>();
    for (double each = from; each <= to * 1.01; each *= DECADE) {
      ticks.add(new Tick(each, label.apply(each)));
    }
    return new Axis("", from, to, true, ticks);
  }

  /** Returns an axis of steps of width 1, with the label of each at its middle. */
  public static Axis steps(String title, List<String> labels) {
    List<Tick> ticks =
        IntStream.range(0, labels.size()).mapToObj(i -> new Tick(i + 0.5, labels.get(i))).toList();
    return new Axis(title, 0, labels.size(), false, ticks);
  }

  /** Returns the position of a value, from 0 at the start of the axis to 1 at its end. */
  double fraction(double value) {
    return logarithmic
        ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
        : (value - from) / (to - from);
  }
}
