package io.strata.l2.index;

import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import java.util.BitSet;
import java.util.List;

/**
 * Checks, while nothing happens, that the hash chains and the files' lists each hold exactly the
 * visible slots, and that the files' totals are those of their slots.
 */
public final class IndexAudit {
  private final SlotTable slots;
  private final BitSet visible;
  private final List<String> wrong;
  private long packedBlocks;
  private long packedBytes;

  /**
   * @param visible the handles of all visible slots
   * @param wrong collects the findings
   */
  public IndexAudit(SlotTable slots, BitSet visible, List<String> wrong) {
    this.slots = slots;
    this.visible = visible;
    this.wrong = wrong;
  }

  /** Checks every hash chain. */
  public void walk(HashIndex index) {
    BitSet chained = new BitSet();
    for (int chain = 0; chain < index.chains(); chain++) {
      if (index.isLocked(chain)) {
        wrong.add("Hash chain " + chain + " is locked.");
      }
      for (int slot = index.firstOf(chain); slot != Handle.NONE; slot = slots.next(slot)) {
        if (!visible.get(slot)) {
          wrong.add(Handle.name(slot) + " is in a hash chain and not visible.");
          break; // Its link may lead anywhere.
        }
        if (chained.get(slot)) {
          wrong.add(Handle.name(slot) + " is in hash chains twice.");
          break;
        }
        if (index.chainOfSlot(slot) != chain) {
          wrong.add(Handle.name(slot) + " is in the hash chain of another key.");
        }
        chained.set(slot);
      }
    }
    compare("in the hash chains", chained);
  }

  /** Checks the list of every file. */
  public void walk(FileTable files) {
    BitSet listed = new BitSet();
    long blocks = 0;
    long bytes = 0;
    for (FileBlocks file : files.allFiles()) {
      if (files.find(file.name()) != file || file.isRetired()) {
        wrong.add("The file " + file.name() + " is closed and still in the table.");
      }
      if (!file.isAtRest()) {
        wrong.add("The file " + file.name() + " counts a block in flight, or has a walk.");
      }
      walk(file, listed);
      blocks += file.blocks();
      bytes += file.bytes();
    }
    if (files.files().size() != files.allFiles().size()) {
      wrong.add("There are not as many files by name as by id.");
    }
    if (packedBlocks != files.packedBlocks() || packedBytes != files.packedBytes()) {
      wrong.add("The counts of packed blocks differ from the packed blocks.");
    }
    if (blocks != files.blocks() || bytes != files.bytes()) {
      wrong.add("The totals over the files differ from the sums over their blocks.");
    }
    compare("in the files' lists", listed);
  }

  private void walk(FileBlocks file, BitSet listed) {
    int blocks = 0;
    long bytes = 0;
    int previous = Handle.NONE;
    for (int slot = file.firstSlot(); slot != Handle.NONE; slot = slots.nextOfFile(slot)) {
      if (!visible.get(slot) || slots.fileId(slot) != file.id() || listed.get(slot)) {
        wrong.add(Handle.name(slot) + " does not belong in the list of " + file.name() + ".");
        break;
      }
      if (slots.previousOfFile(slot) != previous) {
        wrong.add(Handle.name(slot) + " has a wrong link to the slot before it.");
      }
      previous = slot;
      listed.set(slot);
      blocks++;
      bytes += slots.length(slot);
      if (slots.isPacked(slot)) {
        packedBlocks++;
        packedBytes += slots.length(slot);
      }
    }
    if (blocks != file.blocks() || bytes != file.bytes()) {
      wrong.add("The counts of file " + file.name() + " differ from its blocks.");
    }
  }

  private void compare(String where, BitSet found) {
    BitSet missing = (BitSet) visible.clone();
    missing.andNot(found);
    missing.stream().forEach(slot -> wrong.add(Handle.name(slot) + " is not " + where + "."));
  }
}
