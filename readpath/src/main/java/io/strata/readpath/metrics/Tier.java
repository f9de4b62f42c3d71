package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.strata.readpath.count.BlockKind;

/** A tier of the cache, with its value of the tag {@code tier}. */
enum Tier {
  HEAP("heap"),
  OFF_HEAP("offheap"),
  FLASH("flash");

  private final String title;

  Tier(String title) {
    this.title = title;
  }

  Tags tags() {
    return Tags.of("tier", title);
  }

  Tags tags(BlockKind kind) {
    return tags().and("kind", kind.title());
  }

  Tags tags(BlockKind kind, String reason) {
    return tags(kind).and("reason", reason);
  }
}
