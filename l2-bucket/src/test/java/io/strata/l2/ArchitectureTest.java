package io.strata.l2;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The packages see each other in one direction only: policy, layout, memory, slot, … , the store.
 */
@AnalyzeClasses(packages = "io.strata.l2", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule ARROWS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("policy")
          .definedBy("io.strata.l2.policy")
          .layer("layout")
          .definedBy("io.strata.l2.layout")
          .layer("count")
          .definedBy("io.strata.l2.count")
          .layer("curve")
          .definedBy("io.strata.l2.curve")
          .layer("memory")
          .definedBy("io.strata.l2.memory")
          .layer("slot")
          .definedBy("io.strata.l2.slot")
          .layer("index")
          .definedBy("io.strata.l2.index")
          .layer("space")
          .definedBy("io.strata.l2.space")
          .layer("evict")
          .definedBy("io.strata.l2.evict")
          .layer("attach")
          .definedBy("io.strata.l2.attach")
          .layer("write")
          .definedBy("io.strata.l2.write")
          .layer("store")
          .definedBy("io.strata.l2")
          .layer("stream layout")
          .definedBy("io.strata.l2.stream.layout")
          .layer("stream buffer")
          .definedBy("io.strata.l2.stream.buffer")
          .layer("stream")
          .definedBy("io.strata.l2.stream")
          .layer("segment")
          .definedBy("io.strata.l2.stream.segment")
          .whereLayer("segment")
          .mayOnlyAccessLayers("stream", "stream layout", "memory")
          .whereLayer("segment")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("stream")
          .mayOnlyAccessLayers("stream buffer", "stream layout", "memory")
          .whereLayer("stream")
          .mayOnlyBeAccessedByLayers("segment")
          .whereLayer("stream buffer")
          .mayOnlyAccessLayers("stream layout")
          .whereLayer("stream layout")
          .mayOnlyAccessLayers("layout")
          .whereLayer("store")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("write")
          .mayOnlyBeAccessedByLayers("store")
          .whereLayer("attach")
          .mayOnlyBeAccessedByLayers("store")
          .whereLayer("evict")
          .mayOnlyBeAccessedByLayers("write", "attach", "store")
          .whereLayer("space")
          .mayOnlyBeAccessedByLayers("evict", "write", "attach", "store")
          .whereLayer("index")
          .mayOnlyBeAccessedByLayers("evict", "write", "attach", "store")
          .whereLayer("slot")
          .mayOnlyBeAccessedByLayers("index", "space", "evict", "write", "attach", "store")
          .whereLayer("memory")
          .mayOnlyBeAccessedByLayers("store", "stream", "segment")
          .whereLayer("policy")
          .mayNotAccessAnyLayer()
          .whereLayer("count")
          .mayNotAccessAnyLayer()
          .whereLayer("curve")
          .mayOnlyBeAccessedByLayers("store")
          .whereLayer("curve")
          .mayNotAccessAnyLayer();
}
