package io.strata.perf.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gaul.shaded.org.eclipse.jetty.server.Handler;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.Response;
import org.gaul.shaded.org.eclipse.jetty.server.Server;
import org.gaul.shaded.org.eclipse.jetty.util.Callback;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;

/**
 * S3Proxy on a loopback port, with its objects in local files. The arguments are the folder of the
 * objects, the bucket to create, the access key, the secret key, the milliseconds by which each
 * answer is delayed, and the beginning of the user agent whose requests are counted.
 *
 * <p>Prints its port, and for each line on standard input the {@link RequestCounts}. Ends with
 * standard input, so that it does not outlive its parent.
 */
public final class ObjectStoreServer {
  /** More than the connections of all clients, so that no request waits for a thread. */
  private static final int THREADS = 400;

  private ObjectStoreServer() {}

  public static void main(String[] args) throws Exception {
    FilesystemNio2BlobStore blobs = new FilesystemNio2BlobStore(args[0]);
    blobs.createContainer(CreateBucketRequest.builder().bucket(args[1]).build());
    S3Proxy proxy =
        S3Proxy.builder()
            .blobStore(blobs)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, args[2], args[3])
            .jettyMaxThreads(THREADS)
            .ignoreUnknownHeaders(true)
            .build();
    RequestCounts counts = new RequestCounts(args[5]);
    Server server = serverOf(proxy);
    server.setRequestLog(counts);
    server.setHandler(new Delay(server.getHandler(), Long.parseLong(args[4])));
    proxy.start();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(proxy.getPort());
    answer(out, counts);
    // The threads of open connections would keep the process alive.
    System.exit(0);
  }

  private static void answer(PrintStream out, RequestCounts counts) throws IOException {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      while (in.readLine() != null) {
        out.println(counts);
      }
    }
  }

  /** Returns S3Proxy's Jetty, which it does not publish. */
  private static Server serverOf(S3Proxy proxy) throws ReflectiveOperationException {
    Field field = S3Proxy.class.getDeclaredField("server");
    field.setAccessible(true);
    return (Server) field.get(proxy);
  }

  /** Delays each request, as the way to a real object store and its disks do. */
  private static final class Delay extends Handler.Wrapper {
    private final long millis;

    Delay(Handler handler, long millis) {
      super(handler);
      this.millis = millis;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      TimeUnit.MILLISECONDS.sleep(millis);
      return super.handle(request, response, callback);
    }
  }
}
