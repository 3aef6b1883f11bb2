#!/usr/bin/env bash
# Feign sends the value `50%25` as it is, so the server reads `50%`, writes a slash of a name as two segments, and `fields=id,name` of a template as two parameters.
#
# Version: io.github.openfeign:feign-core 13.13 (Maven, Java 17), seen in December 2026.
# Behaviour: an interface with templates such as `GET /files/{name}?q={q}` is the request. By RFC 6570, which Feign refers to, each percent sign of a value is
#   encoded in such an expression. Feign does not encode three characters that look like an encoded one, in query, path and `@QueryMap`: `%2B` arrives as a
#   plus. A slash of a value is sent as it is in the path, and so is `%2F`. A comma in a literal query of the template becomes a parameter of its own, and of
#   `empty=` the equals sign is lost. An empty text loses it, too, and a header field with an empty value is not sent.
# Output seen (what is written, what is sent):
#   q = 50%25                     ?q=50%25, which is read as 50%
#   q = %2B                       ?q=%2B, which is read as +
#   q = 100%                      ?q=100%25
#   name = a/b, name = a%2Fb      /files/a/b, twice
#   GET /a?fields=id,name&e=      /a?fields=id&fields=name&e
#   X-Tag = (empty text)          no field
# Why it matters: a search for a text that has been encoded once (a URL in a URL, a pattern such as `%41`) finds another one, and a file named `a%2Fb` is one
#   in a folder. `decodeSlash = false` keeps the slash, `collectionFormat = CSV` the comma; for the percent sign the value is to be encoded by the caller.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.github.openfeign</groupId><artifactId>feign-core</artifactId><version>13.13</version></dependency>
  </dependencies>
</project>
END
timeout 600 mvn --quiet --batch-mode -Dmaven.repo.local="$folder/repository" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$folder/jars" > log 2>&1 < /dev/null

cat > Ask.java << 'END'
import feign.Client;
import feign.Feign;
import feign.Headers;
import feign.Param;
import feign.QueryMap;
import feign.RequestLine;
import feign.Response;
import java.nio.charset.StandardCharsets;
import java.util.Map;

public class Ask {
  interface Api {
    @RequestLine("GET /a?q={q}")
    String query(@Param("q") String value);

    @RequestLine("GET /a")
    String map(@QueryMap Map<String, String> values);

    @RequestLine("GET /files/{name}")
    String file(@Param("name") String name);

    @RequestLine("GET /a?fields=id,name&e=")
    String literal();

    @RequestLine("GET /a")
    @Headers("X-Tag: {tag}")
    String tag(@Param("tag") String tag);
  }

  public static void main(String[] arguments) {
    Client client = (request, options) -> Response.builder().status(200).request(request).headers(Map.of())
      .body(request.url().replace("http://api.test", "") + " " + request.headers(), StandardCharsets.UTF_8).build();
    Api api = Feign.builder().client(client).target(Api.class, "http://api.test");
    for (String value : new String[] {"50%25", "%2B", "100%", "a+b", ""}) {
      System.out.println("q = " + value + ": " + api.query(value));
    }
    System.out.println("map q = 50%25: " + api.map(Map.of("q", "50%25")));
    System.out.println("name = a/b: " + api.file("a/b"));
    System.out.println("name = a%2Fb: " + api.file("a%2Fb"));
    System.out.println("literal: " + api.literal());
    System.out.println("tag = x: " + api.tag("x"));
    System.out.println("tag = (empty): " + api.tag(""));
  }
}
END
timeout 120 java -cp 'jars/*' Ask.java 2> /dev/null < /dev/null | tee said

cat > expected << 'END'
q = 50%25: /a?q=50%25 {}
q = %2B: /a?q=%2B {}
q = 100%: /a?q=100%25 {}
q = a+b: /a?q=a%2Bb {}
q = : /a?q {}
map q = 50%25: /a?q=50%25 {}
name = a/b: /files/a/b {}
name = a%2Fb: /files/a/b {}
literal: /a?fields=id&fields=name&e {}
tag = x: /a {X-Tag=[x]}
tag = (empty): /a {}
END
if cmp -s said expected; then
  echo 'Still so: values and literal parts of a template are sent as others.'
else
  echo 'Changed: the client sends other requests now.'
  exit 1
fi
