import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sandbox of Rulebook for tests in Java 11 or later, without libraries. It ends when it is closed, and when this machine's Java ends.
 *
 * <p>{@code RULEBOOK} in the environment names the command where {@code rulebook} is not on the PATH.
 */
public final class RulebookSandbox implements AutoCloseable {
  private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final OutputStream input;
  private final Map<String, Map<String, String>> endpoints = new LinkedHashMap<>();

  private RulebookSandbox(Process process, String line) {
    this.process = process;
    this.input = process.getOutputStream();
    Matcher endpoint = Pattern.compile("\\{[^{}]*\\}").matcher(line.substring(line.indexOf('[')));
    while (endpoint.find()) {
      Map<String, String> members = new LinkedHashMap<>();
      Matcher member = MEMBER.matcher(endpoint.group());
      while (member.find()) members.put(member.group(1), member.group(2));
      endpoints.putIfAbsent(members.get("service"), members);
      endpoints.put(members.get("name"), members);
    }
  }

  /** Starts a sandbox with the options of {@code rulebook sandbox}, such as {@code "--description", "openapi.yaml"}. */
  public static RulebookSandbox start(String... options) throws IOException {
    String command = System.getenv().getOrDefault("RULEBOOK", "rulebook");
    List<String> words = new ArrayList<>(List.of(command, "sandbox", "--json", "--port", "0", "--unlisted"));
    words.addAll(List.of(options));
    Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    if (line == null) throw new IOException("the sandbox did not start: standard error says why");
    return new RulebookSandbox(process, line);
  }

  /** The base URL of a service, by its id or the name of its endpoint. */
  public String url(String service) {
    return endpoint(service).get("baseUrl");
  }

  /** The value of an Authorization field that may do everything. */
  public String credential(String service) {
    return endpoint(service).get("credential");
  }

  /** Returns to the beginning: state, clock, faults, and what was received. */
  public void reset() throws IOException, InterruptedException {
    control("POST", "/reset", null);
  }

  /** Injects faults: JSON as the documentation of the sandbox has it, such as {@code [{"fault": "status", "status": 429}]}. */
  public void fault(String json) throws IOException, InterruptedException {
    control("POST", "/faults", json);
  }

  /** Fails with the difference unless such a request was received: JSON with method, path, query, headers, body, times. */
  public void expectRequest(String json) throws IOException, InterruptedException {
    control("POST", "/expectations", json);
  }

  /** Sends a control request to the first service, such as {@code ("POST", "/clock", "{\"advance\": \"7d\"}")}, and returns its body. */
  public String control(String method, String path, String json) throws IOException, InterruptedException {
    Map<String, String> first = endpoints.values().iterator().next();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(first.get("baseUrl") + "/_sandbox" + path))
            .header("Authorization", first.get("credential"))
            .header("Content-Type", "application/json")
            .method(
                method,
                json == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 400) throw new AssertionError(response.body());
    return response.body();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    input.close();
    if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroy();
  }

  private Map<String, String> endpoint(String service) {
    Map<String, String> found = endpoints.get(service);
    if (found == null) throw new IllegalArgumentException(service + " is not played; there are " + endpoints.keySet());
    return found;
  }
}
