package io.strata.concurrency.weaken;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotates a test that is run once more with one of its threads slowed down. What the test looks
 * for happens between two steps that are too close together for another thread to come in between.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Paused {
  /** A class and a method: before the class calls the method, it sometimes waits. */
  String value();
}
