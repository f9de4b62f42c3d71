package io.strata.it.link;

/**
 * What a class file says that it needs of another class. Names are internal ones: {@code a/b/C}.
 */
sealed interface Reference {

  /** The class in which the needed thing is looked for. */
  String owner();

  /** The class itself. */
  record ToClass(String owner) implements Reference {
    @Override
    public String toString() {
      return "class " + owner;
    }
  }

  /**
   * A method or constructor.
   *
   * @param isStatic whether it is called as a static one
   * @param onInterface whether {@code owner} is taken to be an interface
   */
  record ToMethod(
      String owner, String name, String descriptor, boolean isStatic, boolean onInterface)
      implements Reference {
    @Override
    public String toString() {
      return "method " + owner + '.' + name + descriptor;
    }
  }

  /** A field, of instances or static. */
  record ToField(String owner, String name, String descriptor, boolean isStatic)
      implements Reference {
    @Override
    public String toString() {
      return "field " + owner + '.' + name + ' ' + descriptor;
    }
  }
}
