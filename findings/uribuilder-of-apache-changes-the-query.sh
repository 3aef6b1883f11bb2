#!/usr/bin/env bash
# When a parameter is added to `?q=a+b`, the URIBuilder of Apache's HTTP client sends `q=a%2Bb`: what was a space is a plus sign for the server.
#
# Version: org.apache.httpcomponents.core5:httpcore5 5.3.4 (Maven, Java 17), seen in December 2026.
# Behaviour: Java's `URLEncoder`, forms and browsers write a space of a query as `+`, and servers read it so. The builder leaves the query of a URL alone
#   until a parameter is added or set; then it writes all of them anew, and takes the plus for one. `ClassicRequestBuilder.get(url).addParameter(...)` does the
#   same, and writes a space as `%20` in the query and as `+` in a form. `setCustomQuery` is for a query as it is by its name, and encodes each percent sign
#   once more. `appendPath` after a path that ends in a slash makes two slashes.
# Output seen:
#   /a?q=a+b                                           /a?q=a+b
#   /a?q=a+b, addParameter("p", "2")                   /a?q=a%2Bb&p=2
#   ClassicRequestBuilder, the same                    /a?q=a%2Bb&p=2
#   setCustomQuery("q=c%2B")                           /a?q=c%252B
#   /a/, appendPath("b")                               /a//b
# Why it matters: a search for two words that worked finds nothing from the second page on, when the program adds `page=2` to the URL. Write spaces as `%20`
#   in URLs that a builder reads.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.httpcomponents.core5</groupId><artifactId>httpcore5</artifactId><version>5.3.4</version></dependency>
  </dependencies>
</project>
END
timeout 600 mvn --quiet --batch-mode -Dmaven.repo.local="$folder/repository" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$folder/jars" > log 2>&1 < /dev/null

cat > Ask.java << 'END'
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.net.URIBuilder;

public class Ask {
  public static void main(String[] arguments) throws Exception {
    String url = "http://api.test/a?q=" + URLEncoder.encode("a b", StandardCharsets.UTF_8);
    System.out.println("as it is: " + new URIBuilder(url).build());
    System.out.println("added: " + new URIBuilder(url).addParameter("p", "2").build());
    System.out.println("request: " + ClassicRequestBuilder.get(url).addParameter("p", "2").build().getRequestUri());
    System.out.println("custom: " + new URIBuilder("http://api.test/a").setCustomQuery("q=c%2B").build());
    System.out.println("path: " + new URIBuilder("http://api.test/a/").appendPath("b").build());
  }
}
END
timeout 120 java -cp 'jars/*' Ask.java 2> /dev/null < /dev/null | tee said

cat > expected << 'END'
as it is: http://api.test/a?q=a+b
added: http://api.test/a?q=a%2Bb&p=2
request: /a?q=a%2Bb&p=2
custom: http://api.test/a?q=c%252B
path: http://api.test/a//b
END
if cmp -s said expected; then
  echo 'Still so: the query that was there is written as another one.'
else
  echo 'Changed: the builder now writes other URLs.'
  exit 1
fi
