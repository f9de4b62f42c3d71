package io.strata.it.link;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The parts of a class file that matter for linking.
 *
 * @param superName null only for {@code Object}
 * @param methods access flags by name and descriptor, concatenated
 * @param fields access flags by name and descriptor, separated by a space
 * @param references what the class needs of other classes; empty if it was read without them
 */
record ClassFile(
    String name,
    int access,
    String superName,
    List<String> interfaces,
    Map<String, Integer> methods,
    Map<String, Integer> fields,
    Set<Reference> references) {

  /**
   * Reads a class with its references.
   *
   * @throws UnreadableClassException if the bytes are not a class
   */
  static ClassFile withReferences(byte[] bytes) {
    try {
      var references = new LinkedHashSet<Reference>();
      new ClassReader(bytes).accept(new ReferenceCollector(references), ClassReader.SKIP_FRAMES);
      return read(bytes, references);
    } catch (RuntimeException e) {
      throw new UnreadableClassException(bytes.length, e);
    }
  }

  /**
   * Reads a class without its references.
   *
   * @throws UnreadableClassException if the bytes are not a class
   */
  static ClassFile ofLibrary(byte[] bytes) {
    try {
      return read(bytes, Set.of());
    } catch (RuntimeException e) {
      throw new UnreadableClassException(bytes.length, e);
    }
  }

  /** Throws any unchecked exception if the bytes are malformed, as ASM does. */
  private static ClassFile read(byte[] bytes, Set<Reference> references) {
    var members = new MemberCollector();
    var reader = new ClassReader(bytes);
    reader.accept(members, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    return new ClassFile(
        Objects.requireNonNull(reader.getClassName(), "no name"),
        reader.getAccess(),
        reader.getSuperName(),
        List.of(reader.getInterfaces()),
        members.methods,
        members.fields,
        references);
  }

  boolean is(int flag) {
    return (access & flag) != 0;
  }

  boolean isInterface() {
    return is(Opcodes.ACC_INTERFACE);
  }

  String packageName() {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  /** Returns the names of the superclass and the interfaces. */
  List<String> supertypes() {
    List<String> all = new ArrayList<>();
    if (superName != null) {
      all.add(superName);
    }
    all.addAll(interfaces);
    return all;
  }

  private static final class MemberCollector extends ClassVisitor {
    final Map<String, Integer> methods = new LinkedHashMap<>();
    final Map<String, Integer> fields = new LinkedHashMap<>();

    MemberCollector() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      methods.put(name + descriptor, access);
      return null;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      fields.put(name + ' ' + descriptor, access);
      return null;
    }
  }
}
