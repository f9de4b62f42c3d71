package io.strata.l2;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Goes through all slots, to show them or to prove that they are in order. */
final class Walk {
  private final SlotTable slots;
  private final Space space;
  private final FileTable files;

  Walk(SlotTable slots, Space space, FileTable files) {
    this.slots = slots;
    this.space = space;
    this.files = files;
  }

  /** Calls with each slot of the bucket that holds a block, pinned meanwhile. */
  void forEachIn(int bucket, IntConsumer visitor) {
    CutBucket cut = space.bucket(bucket);
    int count = cut == null ? 0 : cut.slotCount();
    for (int slot = 0; slot < count; slot++) {
      int handle = Handle.of(bucket, slot);
      if (slots.pinQuietly(handle)) {
        try {
          visitor.accept(handle);
        } finally {
          if (slots.unpin(handle)) {
            space.release(handle);
          }
        }
      }
    }
  }

  List<String> audit(HashIndex index) {
    List<String> wrong = new ArrayList<>();
    long visible = 0;
    long bytes = 0;
    long live = 0;
    long parts = 0;
    long partsOfBlocks = 0;
    for (int bucket = 0; bucket < slots.buckets(); bucket++) {
      CutBucket cut = space.bucket(bucket);
      if (cut == null) {
        continue;
      }
      if (cut.isDraining()) {
        wrong.add("Bucket " + bucket + " is being drained and does not come empty.");
      }
      long freeHere = 0;
      for (int slot = 0; slot < cut.slotCount(); slot++) {
        int handle = cut.handle(slot);
        long meta = slots.meta(handle);
        switch (Meta.state(meta)) {
          case Meta.FREE -> freeHere++;
          case Meta.PART -> parts++;
          case Meta.VISIBLE -> {
            visible++;
            bytes += slots.length(handle);
            partsOfBlocks += checkVisible(index, handle, meta, wrong);
          }
          default -> wrong.add(name(handle) + " is in state " + Meta.state(meta) + ".");
        }
        if (Meta.pins(meta) != 0) {
          wrong.add(name(handle) + " has " + Meta.pins(meta) + " pins left.");
        }
      }
      compare("free slots and slots counted free of " + bucket, freeHere, cut.freeSlots(), wrong);
      compare("free slots and slots on the stack of " + bucket, freeHere, cut.countFree(), wrong);
      live++;
    }
    compare(
        "cut and empty buckets, and all", live + space.emptyBuckets(), space.liveBuckets(), wrong);
    compare("parts and slots in which blocks go on", parts, partsOfBlocks, wrong);
    compare("visible slots and blocks of files", visible, files.blocks(), wrong);
    compare("bytes in visible slots and of files", bytes, files.bytes(), wrong);
    long listed = files.files().stream().mapToLong(FileBlocks::blocks).sum();
    compare("visible slots and slots in files' lists", visible, listed, wrong);
    return wrong;
  }

  /** Returns how many further slots the block has. */
  private int checkVisible(HashIndex index, int handle, long meta, List<String> wrong) {
    int found = index.findAndPin(slots.fileId(handle), slots.offset(handle), false);
    if (found != handle) {
      wrong.add(name(handle) + " is visible and its key leads to " + name(found) + ".");
    }
    if (found != Handle.NONE && slots.unpin(found)) {
      space.release(found);
    }
    if (Meta.pins(meta) == 0 && files.find(slots.fileId(handle)) == null) {
      wrong.add(name(handle) + " belongs to no file.");
    }
    int parts = 0;
    for (int part = slots.nextPart(handle); part != Handle.NONE; part = slots.nextPart(part)) {
      parts++;
      if (Meta.state(slots.meta(part)) != Meta.PART || slots.firstOf(part) != handle) {
        wrong.add(name(part) + " is no part of the block that goes on in it.");
      }
    }
    return parts;
  }

  private static void compare(String what, long one, long other, List<String> wrong) {
    if (one != other) {
      wrong.add("Not the same number of " + what + ": " + one + " and " + other + ".");
    }
  }

  private static String name(int handle) {
    return handle == Handle.NONE
        ? "nothing"
        : "slot " + Handle.slot(handle) + " of bucket " + Handle.bucket(handle);
  }
}
