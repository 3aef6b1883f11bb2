#!/usr/bin/env bash
# swagger-parser's `resolveFully` makes another schema of an `allOf`: a text becomes an object, limits and null are lost, and closed objects are open.
#
# Version: io.swagger.parser.v3:swagger-parser 2.1.48 (Maven, Java 17), seen in November 2026.
# Behaviour: with `setResolveFully(true)` references are replaced by what they refer to, and an `allOf` by one schema that is to say the same. If a second part of
#   it says more about a member (`id` has a pattern, too), the first part's type and limit of that member are lost, and it gets `type: object`, which no text is.
#   `nullable` next to `allOf`, and `additionalProperties` of a part, are lost. With or without the option, the example `aGk=` of a schema of format `byte` is
#   encoded once more, `YUdrPQ==`; its default is kept. The list of messages is empty.
# Output seen (written, with the parts put together, resolved):
#   allOf: Base, {id: {pattern: ^x}}    id: string, up to 5, ^x              id: object, ^x
#   nullable, allOf: Base               Base or null                         Base, not null
#   Base in an allOf: no other members  refused                              any other member
#   allOf: {labels of integers}, {z}    other members: integers              other members: anything
# Why it matters: generators, mock servers and gateways that want a file without references read it so. Requests that were right are refused, and a misspelt
#   member is let through. Rulebook reads the parts of `allOf` as they are.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.swagger.parser.v3</groupId><artifactId>swagger-parser</artifactId><version>2.1.48</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
END
timeout 600 mvn --quiet --batch-mode -Dmaven.repo.local="$folder/repository" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$folder/jars" > log 2>&1 < /dev/null

cat > description.yaml << 'END'
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Body' } } } }
      responses: { '204': { description: done } }
components:
  schemas:
    Base: { type: object, additionalProperties: false, properties: { id: { type: string, maxLength: 5 } } }
    Body:
      type: object
      properties:
        more: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { id: { pattern: ^x } } }] }
        maybe: { nullable: true, allOf: [{ $ref: '#/components/schemas/Base' }] }
        plain: { $ref: '#/components/schemas/Base' }
        labels: { allOf: [{ type: object, additionalProperties: { type: integer } }, { type: object, properties: { z: { type: integer } } }] }
        bytes: { type: string, format: byte, default: aGk=, example: aGk= }
END
cat > Resolve.java << 'END'
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.util.Map;

public class Resolve {
  public static void main(String[] arguments) throws Exception {
    var options = new ParseOptions();
    options.setResolve(true);
    options.setResolveFully(true);
    var read = new OpenAPIV3Parser().readLocation("description.yaml", null, options);
    Schema<?> body = read.getOpenAPI().getPaths().get("/a").getPost().getRequestBody().getContent().get("application/json").getSchema();
    System.out.println("messages: " + read.getMessages());
    for (Map.Entry<String, Schema> member : body.getProperties().entrySet()) {
      System.out.println(member.getKey() + ": " + Json.mapper().writeValueAsString(member.getValue()));
    }
  }
}
END
timeout 120 java -cp 'jars/*' Resolve.java 2> /dev/null < /dev/null | tee said

cat > expected << 'END'
messages: []
more: {"type":"object","properties":{"id":{"pattern":"^x","type":"object"}}}
maybe: {"type":"object","properties":{"id":{"maxLength":5,"type":"string"}}}
plain: {"type":"object","properties":{"id":{"maxLength":5,"type":"string"}},"additionalProperties":false}
labels: {"type":"object","properties":{"z":{"type":"integer"}}}
bytes: {"type":"string","format":"byte","example":"YUdrPQ==","default":"aGk="}
END
if cmp -s said expected; then
  echo 'Still so: the resolved schemas say something else.'
else
  echo 'Changed: the parser now resolves in another way.'
  exit 1
fi
