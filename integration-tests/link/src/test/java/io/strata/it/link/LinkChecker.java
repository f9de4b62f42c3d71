package io.strata.it.link;

import io.strata.it.link.Hierarchy.Member;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Finds linkage errors that the JVM would report only at run time: classes and members that a
 * library does not have or that are not accessible, final ones that are extended or overridden, and
 * abstract methods that are not implemented.
 *
 * <p>A library superclass that is in none of the jars ends the search there; a member that could
 * only be inherited from it is reported as missing.
 */
final class LinkChecker {

  private final String libraryPrefix;
  private final ClassPool pool;
  private final Hierarchy hierarchy;
  private final Set<Reference> checked = new HashSet<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * @param libraryPrefix prefix of the internal names of the library's classes
   * @param pool the library's classes; ours are added to it
   */
  LinkChecker(String libraryPrefix, ClassPool pool) {
    this.libraryPrefix = libraryPrefix;
    this.pool = pool;
    this.hierarchy = new Hierarchy(pool);
  }

  /** Checks our classes, which were read with their references. */
  LinkReport check(Collection<ClassFile> ours) {
    ours.forEach(pool::add);
    for (ClassFile mine : ours) {
      for (Reference reference : mine.references()) {
        checkReference(mine, reference);
      }
      checkFinal(mine);
      checkAbstract(mine);
    }
    return report();
  }

  /** Checks that a field used by reflection is declared with that type, with any access. */
  void checkReflectiveField(String owner, String name, String descriptor) {
    var field = new Reference.ToField(owner, name, descriptor, false);
    checked.add(field);
    boolean declared =
        pool.find(owner)
            .filter(each -> each.fields().containsKey(name + ' ' + descriptor))
            .isPresent();
    if (!declared) {
      problems.add("reflection needs " + field + ", which does not exist");
    }
  }

  LinkReport report() {
    long classes = checked.stream().map(Reference::owner).distinct().count();
    long members = checked.stream().filter(each -> !(each instanceof Reference.ToClass)).count();
    return new LinkReport(classes, members, pool.fromSubstitutes(), List.copyOf(problems));
  }

  private boolean isLibrary(String name) {
    return name.startsWith(libraryPrefix);
  }

  private void checkReference(ClassFile from, Reference reference) {
    var owner = pool.find(reference.owner());
    if (!isLibrary(reference.owner())) {
      if (!(reference instanceof Reference.ToClass) && owner.isPresent()) {
        checkInherited(from, owner.get(), reference);
      }
      return;
    }
    checked.add(reference);
    if (owner.isEmpty()) {
      problem(from, reference, "does not exist");
    } else if (reference instanceof Reference.ToClass) {
      checkClassUse(from, owner.get(), reference);
    } else {
      checkMember(from, owner.get(), reference);
    }
  }

  private void checkClassUse(ClassFile from, ClassFile used, Reference reference) {
    if (!used.is(Opcodes.ACC_PUBLIC) && !used.packageName().equals(from.packageName())) {
      problem(from, reference, "is not public");
    }
  }

  /** Checks a member of one of our classes that may be inherited from the library. */
  private void checkInherited(ClassFile from, ClassFile owner, Reference reference) {
    if (hierarchy.all(owner).stream().anyMatch(each -> isLibrary(each.name()))) {
      checkMember(from, owner, reference);
    }
  }

  private void checkMember(ClassFile from, ClassFile owner, Reference reference) {
    if (reference instanceof Reference.ToMethod method) {
      if (owner.isInterface() != method.onInterface()) {
        problem(from, reference, owner.isInterface() ? "is on an interface" : "is on a class");
        return;
      }
      var found = hierarchy.method(owner, method.name() + method.descriptor());
      found.ifPresentOrElse(
          member -> checkUse(from, reference, member, method.isStatic()),
          () -> problem(from, reference, "does not exist"));
    } else if (reference instanceof Reference.ToField field) {
      var found = hierarchy.field(owner, field.name() + ' ' + field.descriptor());
      found.ifPresentOrElse(
          member -> checkUse(from, reference, member, field.isStatic()),
          () -> problem(from, reference, "does not exist"));
    }
  }

  private void checkUse(ClassFile from, Reference reference, Member member, boolean asStatic) {
    if (isLibrary(member.declaredIn().name())) {
      checked.add(reference);
    }
    if (member.is(Opcodes.ACC_STATIC) != asStatic) {
      problem(from, reference, asStatic ? "is not static" : "is static");
    }
    if (isLibrary(member.declaredIn().name()) && !isAccessible(from, member)) {
      problem(from, reference, "is not accessible");
    }
  }

  private boolean isAccessible(ClassFile from, Member member) {
    if (member.is(Opcodes.ACC_PUBLIC)) {
      return true;
    }
    if (member.is(Opcodes.ACC_PRIVATE)) {
      return false;
    }
    return from.packageName().equals(member.declaredIn().packageName())
        || (member.is(Opcodes.ACC_PROTECTED)
            && hierarchy.isSubclass(from, member.declaredIn().name()));
  }

  private void checkFinal(ClassFile mine) {
    var ancestors = hierarchy.superclassChain(mine).stream().skip(1).toList();
    for (ClassFile ancestor : ancestors) {
      if (!isLibrary(ancestor.name())) {
        continue;
      }
      if (ancestor.is(Opcodes.ACC_FINAL)) {
        problems.add(mine.name() + " extends class " + ancestor.name() + ", which is final");
      }
      mine.methods()
          .forEach(
              (method, access) -> {
                if (overridesFinal(mine, access, ancestor, method)) {
                  problems.add(
                      mine.name()
                          + " overrides "
                          + ancestor.name()
                          + '.'
                          + method
                          + ", a final one");
                }
              });
    }
  }

  private static boolean overridesFinal(
      ClassFile mine, int access, ClassFile ancestor, String method) {
    boolean canOverride = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0;
    int theirs = ancestor.methods().getOrDefault(method, 0);
    boolean visible =
        (theirs & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0
            || ((theirs & Opcodes.ACC_PRIVATE) == 0
                && mine.packageName().equals(ancestor.packageName()));
    return canOverride && visible && (theirs & Opcodes.ACC_FINAL) != 0;
  }

  private void checkAbstract(ClassFile mine) {
    if (mine.is(Opcodes.ACC_ABSTRACT)) {
      return;
    }
    var everything = hierarchy.all(mine);
    for (ClassFile ancestor : everything) {
      if (!isLibrary(ancestor.name())) {
        continue;
      }
      ancestor
          .methods()
          .forEach(
              (method, access) -> {
                boolean isAbstract = (access & Opcodes.ACC_ABSTRACT) != 0;
                if (isAbstract && everything.stream().noneMatch(each -> hasBody(each, method))) {
                  problems.add(
                      mine.name() + " does not implement " + ancestor.name() + '.' + method);
                }
              });
    }
  }

  private static boolean hasBody(ClassFile each, String method) {
    int none = Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;
    return each.methods().containsKey(method) && (each.methods().get(method) & none) == 0;
  }

  private void problem(ClassFile from, Reference reference, String what) {
    problems.add(from.name() + " needs " + reference + ", which " + what);
  }
}
