package stories;

import co.elastic.clients.transport.Version;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Plays the stories of the Java client against the sandbox whose addresses are in the file that is given.
 *
 * Each story is a line of JSON: {"client", "version", "story", "failure"}.
 */
public final class Play {
  interface Story {
    void play(Sandbox sandbox) throws Exception;
  }

  private Play() {}

  public static void main(String[] args) throws Exception {
    var sandbox = new Sandbox(args[0]);
    var stories = new LinkedHashMap<String, Story>();
    stories.put("connects, and says who it is", SearchCluster::info);
    stories.put("creates, reads, queries, updates and invalidates API keys", SearchCluster::apiKeys);
    stories.put("registers, reads, verifies, cleans up and deletes snapshot repositories", SearchCluster::repositories);
    stories.put("takes, reads, clones, restores and deletes snapshots", SearchCluster::snapshots);
    stories.put(
        "creates indices with flattened fields, and changes mappings, settings and aliases", Documents::indices);
    stories.put(
        "writes, reads, updates and deletes documents, and is refused those that are too deep", Documents::documents);
    stories.put("streams documents by its bulk ingester", Documents::bulk);
    stories.put(
        "searches flattened fields, with pages by search_after, points in time and scrolls", Documents::searches);
    stories.put("follows, pauses, resumes and unfollows an index, and follows by pattern", SearchCluster::replication);
    stories.put("tries again when the cluster is busy", SearchCluster::retries);
    for (var story : stories.entrySet()) {
      var line = new LinkedHashMap<String, Object>();
      line.put("client", "elasticsearch-java");
      line.put("version", Version.VERSION.toString());
      line.put("story", story.getKey());
      line.put("failure", failureOf(story.getValue(), sandbox));
      System.out.println(new ObjectMapper().writeValueAsString(line));
    }
    // Its threads would keep the process.
    System.exit(0);
  }

  /** Returns what a story failed with, so that the other stories are played, too. */
  private static String failureOf(Story story, Sandbox sandbox) {
    try {
      story.play(sandbox);
      return null;
    } catch (Exception | AssertionError failure) {
      var text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      return text.toString();
    }
  }

  static void expect(boolean isMet, Object what) {
    if (!isMet) throw new AssertionError("expected otherwise: " + what);
  }

  static Map<String, Object> fault(int status, String path, int times) {
    return Map.of("fault", "status", "status", status, "path", path, "times", times);
  }
}
