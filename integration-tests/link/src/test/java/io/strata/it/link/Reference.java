package io.strata.it.link;

/** A reference of a class file to another class. Names are internal: {@code a/b/C}. */
sealed interface Reference {

  /** Returns the class in which the reference is resolved. */
  String owner();

  /** A reference to a class. */
  record ToClass(String owner) implements Reference {
    @Override
    public String toString() {
      return "class " + owner;
    }
  }

  /**
   * A reference to a method or constructor.
   *
   * @param isStatic whether the call is static
   * @param onInterface whether {@code owner} is expected to be an interface
   */
  record ToMethod(
      String owner, String name, String descriptor, boolean isStatic, boolean onInterface)
      implements Reference {
    @Override
    public String toString() {
      return "method " + owner + '.' + name + descriptor;
    }
  }

  /** A reference to a field. */
  record ToField(String owner, String name, String descriptor, boolean isStatic)
      implements Reference {
    @Override
    public String toString() {
      return "field " + owner + '.' + name + ' ' + descriptor;
    }
  }
}
