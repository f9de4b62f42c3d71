package io.strata.concurrency.weaken;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test which is run once more with one of its threads in no hurry: what it is to see happens
 * between two steps that are too near to each other for anything to come in between often.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Paused {
  /** A class, and a method: before the class calls that, it waits now and then. */
  String value();
}
