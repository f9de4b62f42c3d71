package io.strata.perf.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.SdkAdvancedClientOption;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The server as a process, and Amazon's client. */
class ObjectStoreServerTest {
  private static final String BUCKET = "bucket";
  private static final String KEY = "folder/key";
  private static final int DELAY_MILLIS = 50;
  private static final String BODY = "a".repeat(1_000);

  @TempDir Path folder;

  private Process process;
  private BufferedReader out;
  private Writer in;
  private URI endpoint;

  @BeforeEach
  void start() throws Exception {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ObjectStoreServer.class.getName(),
                folder.toString(),
                BUCKET,
                "access",
                "secret",
                Integer.toString(DELAY_MILLIS),
                "counted")
            .redirectError(Redirect.INHERIT)
            .start();
    out = process.inputReader(StandardCharsets.UTF_8);
    in = process.outputWriter(StandardCharsets.UTF_8);
    endpoint = URI.create("http://127.0.0.1:" + Integer.parseInt(out.readLine()));
  }

  @AfterEach
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Test
  void requestsOfOneAgentAreCountedByKind() throws Exception {
    try (S3Client counted = client("counted", "secret");
        S3Client other = client("other", "secret")) {
      counted.putObject(request -> request.bucket(BUCKET).key(KEY), RequestBody.fromString(BODY));
      other.getObjectAsBytes(request -> request.bucket(BUCKET).key(KEY));
      assertThat(counts()).isEqualTo("0 0 0 1 0");

      assertThat(
              counted.getObjectAsBytes(request -> request.bucket(BUCKET).key(KEY)).asUtf8String())
          .isEqualTo(BODY);
      counted.getObjectAsBytes(request -> request.bucket(BUCKET).key(KEY).range("bytes=0-99"));
      assertThat(counts()).isEqualTo("2 0 0 1 1100");

      counted.headObject(request -> request.bucket(BUCKET).key(KEY));
      assertThat(counted.listObjectsV2(request -> request.bucket(BUCKET)).keyCount()).isOne();
      assertThat(counts()).startsWith("2 1 1 1 ");
    }
  }

  @Test
  void eachRequestIsDelayed() {
    try (S3Client client = client("counted", "secret")) {
      long begin = System.nanoTime();
      client.listBuckets();
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isGreaterThanOrEqualTo(Duration.ofMillis(DELAY_MILLIS));
    }
  }

  @Test
  void wrongKeyIsRejected() {
    try (S3Client client = client("counted", "wrong")) {
      assertThatThrownBy(client::listBuckets).isInstanceOf(S3Exception.class);
    }
  }

  @Test
  void serverEndsWithItsInput() throws Exception {
    in.close();

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }

  /** Returns the counts. The server counts a request just after its answer was sent. */
  private String counts() throws Exception {
    TimeUnit.MILLISECONDS.sleep(200);
    in.write("\n");
    in.flush();
    return out.readLine();
  }

  private S3Client client(String agent, String secret) {
    return S3Client.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("access", secret)))
        .overrideConfiguration(
            client -> client.putAdvancedOption(SdkAdvancedClientOption.USER_AGENT_PREFIX, agent))
        .build();
  }
}
