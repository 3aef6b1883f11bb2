#!/usr/bin/env bash
# The JSON Patch that zjsonpatch makes of two documents names the member "1" of an object "0", and "200" becomes "199": numbers are counted as positions.
#
# Version: com.flipkart.zjsonpatch:zjsonpatch 0.4.16 with jackson-databind 2.19.2 (Maven, Java 17), compared with org.eclipse.parsson:parsson 1.1.9; seen in
#   December 2026.
# Behaviour: `JsonDiff.asJson` is to make the operations that lead from one document to another (RFC 6902). To make a `move` of a removal and an addition, the
#   package counts the numbers in paths down, as positions of lists are; it does so for members of objects, too. `JsonPatch.apply` of the package applies the
#   patch without an error. With `dontNormalizeOpIntoMoveAndCopy` the patch is right; so is the one of Parsson.
# Output seen:
#   {"a":1} to {"10":2,"1":1}                           [{"op":"move","from":"/a","path":"/0"}, ...], so {"0":1,"10":2}
#   {"old":{"n":1}} to {"100":{},"200":{"n":1}}         [{"op":"move","from":"/old","path":"/199"}, ...], so {"199":{"n":1},"100":{}}
# Why it matters: objects by identifier (`"rooms": {"1": ...}`) and by status code (the responses of a description) have such names. The patch that is sent to
#   the server writes the value into another room. Apply a patch once and compare before it is sent.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>com.flipkart.zjsonpatch</groupId><artifactId>zjsonpatch</artifactId><version>0.4.16</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-core</artifactId><version>2.19.2</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.19.2</version></dependency>
    <dependency><groupId>org.eclipse.parsson</groupId><artifactId>parsson</artifactId><version>1.1.9</version></dependency>
  </dependencies>
</project>
END
timeout 600 mvn --quiet --batch-mode -Dmaven.repo.local="$folder/repository" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$folder/jars" > log 2>&1 < /dev/null

cat > Ask.java << 'END'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.flipkart.zjsonpatch.DiffFlags;
import com.flipkart.zjsonpatch.JsonDiff;
import com.flipkart.zjsonpatch.JsonPatch;
import jakarta.json.Json;
import jakarta.json.JsonStructure;
import java.io.StringReader;

public class Ask {
  static JsonStructure read(String text) {
    return Json.createReader(new StringReader(text)).read();
  }

  static String result(JsonNode patch, JsonNode before) {
    try {
      return JsonPatch.apply(patch, before).toString();
    } catch (RuntimeException error) {
      return error.getClass().getSimpleName();
    }
  }

  public static void main(String[] arguments) throws Exception {
    var mapper = new ObjectMapper();
    for (String[] pair : new String[][] {
      {"{\"a\":1}", "{\"10\":2,\"1\":1}"},
      {"{\"old\":{\"n\":1}}", "{\"100\":{},\"200\":{\"n\":1}}"}
    }) {
      JsonNode before = mapper.readTree(pair[0]), after = mapper.readTree(pair[1]);
      JsonNode patch = JsonDiff.asJson(before, after);
      System.out.println(pair[0] + " to " + pair[1]);
      System.out.println("  patch: " + patch);
      System.out.println("  zjsonpatch: " + result(patch, before));
      System.out.println("  without moves: " + result(JsonDiff.asJson(before, after, DiffFlags.dontNormalizeOpIntoMoveAndCopy()), before));
      System.out.println("  Parsson: " + Json.createDiff(read(pair[0]), read(pair[1])).apply(read(pair[0])));
    }
  }
}
END
timeout 120 java -cp 'jars/*' Ask.java 2> /dev/null < /dev/null | tee said

cat > expected << 'END'
{"a":1} to {"10":2,"1":1}
  patch: [{"op":"move","from":"/a","path":"/0"},{"op":"add","path":"/10","value":2}]
  zjsonpatch: {"0":1,"10":2}
  without moves: {"10":2,"1":1}
  Parsson: {"10":2,"1":1}
{"old":{"n":1}} to {"100":{},"200":{"n":1}}
  patch: [{"op":"move","from":"/old","path":"/199"},{"op":"add","path":"/100","value":{}}]
  zjsonpatch: {"199":{"n":1},"100":{}}
  without moves: {"100":{},"200":{"n":1}}
  Parsson: {"100":{},"200":{"n":1}}
END
if cmp -s said expected; then
  echo 'Still so: the patch leads to another document.'
else
  echo 'Changed: the patches are now others.'
  exit 1
fi
