package io.strata.it.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Resolves members in a class's superclasses and interfaces, as the JVM does. */
final class Hierarchy {

  /** A member and the class that declares it. */
  record Member(ClassFile declaredIn, int access) {
    boolean is(int flag) {
      return (access & flag) != 0;
    }
  }

  private final ClassPool pool;

  Hierarchy(ClassPool pool) {
    this.pool = pool;
  }

  /** Returns the class and its superclasses, nearest first, up to one that is not found. */
  List<ClassFile> superclassChain(ClassFile start) {
    List<ClassFile> chain = new ArrayList<>();
    Optional<ClassFile> at = Optional.of(start);
    while (at.isPresent()) {
      chain.add(at.get());
      at = Optional.ofNullable(at.get().superName()).flatMap(pool::find);
    }
    return chain;
  }

  /** Returns the class and all its supertypes: superclasses first, then interfaces. */
  List<ClassFile> all(ClassFile start) {
    Map<String, ClassFile> seen = new LinkedHashMap<>();
    superclassChain(start).forEach(each -> seen.put(each.name(), each));
    var queue = new ArrayDeque<>(List.copyOf(seen.values()));
    while (!queue.isEmpty()) {
      for (String name : queue.remove().supertypes()) {
        pool.find(name)
            .filter(each -> seen.putIfAbsent(each.name(), each) == null)
            .ifPresent(queue::add);
      }
    }
    return List.copyOf(seen.values());
  }

  Optional<Member> method(ClassFile start, String nameAndDescriptor) {
    boolean constructor = nameAndDescriptor.startsWith("<init>");
    var where = constructor ? List.of(start) : all(start);
    var found = first(where, ClassFile::methods, nameAndDescriptor);
    // An interface also has Object's methods.
    return found.isEmpty() && start.isInterface()
        ? pool.find("java/lang/Object").flatMap(object -> method(object, nameAndDescriptor))
        : found;
  }

  Optional<Member> field(ClassFile start, String nameAndDescriptor) {
    return first(all(start), ClassFile::fields, nameAndDescriptor);
  }

  boolean isSubclass(ClassFile start, String ancestor) {
    return superclassChain(start).stream().anyMatch(each -> each.name().equals(ancestor));
  }

  private static Optional<Member> first(
      List<ClassFile> where, Function<ClassFile, Map<String, Integer>> members, String wanted) {
    return where.stream()
        .filter(each -> members.apply(each).containsKey(wanted))
        .map(each -> new Member(each, members.apply(each).get(wanted)))
        .findFirst();
  }
}
