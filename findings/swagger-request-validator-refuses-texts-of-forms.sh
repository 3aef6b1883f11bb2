#!/usr/bin/env bash
# swagger-request-validator refuses a form whose text is `5`, `true` or empty, and a list with one entry; in a description that says 3.1 it checks no schema at all.
#
# Version: com.atlassian.oai:swagger-request-validator-core 2.46.1 with jackson-annotations 2.21 (Maven, Java 17), seen in November 2026.
# Behaviour: requests are checked by their description. The fields of a form are read by their look, not by the schema: the name "5" is a number, "true" a boolean
#   and an empty one null, none of which is of type string; `tags=a` is not taken as a list, and two of them are. A required query parameter that is empty, `q=`,
#   counts as missing, and an integer in an object of style `deepObject` as a text. A parameter with `content: application/json`, a text body's length and a
#   multipart form are not checked. With `openapi: 3.1.0` in place of `3.0.3` the same schema takes every body and parameter. No message says so.
# Output seen (ok, or refused):
#   form name=ann        ok          form name=5, name=true, name=   refused, refused, refused
#   form tags=a&tags=b   ok          form tags=a                     refused
#   q= (required)        refused     size[w]=1, an integer           refused
#   f={"w":"x"}, a JSON parameter whose w is an integer              ok
#   body "x" for an integer: 3.0.3 refused, 3.1.0 ok
# Why it matters: tests with REST Assured, Pact or WireMock, and Spring services, use it as their judge: they refuse requests that are right, and pass all wrong
#   ones once the description is raised to 3.1. Rulebook takes the six forms, and reports the text for an integer in both versions.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > pom.xml << 'END'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>com.atlassian.oai</groupId><artifactId>swagger-request-validator-core</artifactId><version>2.46.1</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-annotations</artifactId><version>2.21</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
END
timeout 600 mvn --quiet --batch-mode -Dmaven.repo.local="$folder/repository" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
  -DoutputDirectory="$folder/jars" > log 2>&1 < /dev/null

cat > Ask.java << 'END'
import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.SimpleRequest;

public class Ask {
  static final String FORM = "application/x-www-form-urlencoded", JSON = "application/json";

  static void ask(String name, String version, String operation, SimpleRequest.Builder request) {
    String description = "{'openapi':'" + version + "','info':{'title':'t','version':'1'},'paths':{'/a':{'post':{" + operation
        + ",'responses':{'204':{'description':'done'}}}}}}";
    var validator = OpenApiInteractionValidator.createForInlineApiSpecification(description.replace('\'', '"')).build();
    System.out.println(name + ": " + (validator.validateRequest(request.build()).hasErrors() ? "refused" : "ok"));
  }

  static String body(String media, String schema) {
    return "'requestBody':{'content':{'" + media + "':{'schema':" + schema + "}}}";
  }

  static String query(String name, String rest) {
    return "'parameters':[{'name':'" + name + "','in':'query'," + rest + "}]";
  }

  static SimpleRequest.Builder sent(String media, String body) {
    return SimpleRequest.Builder.post("/a").withContentType(media).withBody(body);
  }

  static SimpleRequest.Builder with(String name, String value) {
    return SimpleRequest.Builder.post("/a").withQueryParam(name, value);
  }

  public static void main(String[] arguments) {
    String form = body(FORM, "{'type':'object','properties':{'name':{'type':'string'},'tags':{'type':'array','items':{'type':'string'}}}}");
    for (String text : new String[] {"name=ann", "name=5", "name=true", "name=", "tags=a&tags=b", "tags=a"}) {
      ask("form " + text, "3.0.3", form, sent(FORM, text));
    }
    String thing = "{'type':'object','properties':{'w':{'type':'integer'}}}";
    ask("q=", "3.0.3", query("q", "'required':true,'schema':{'type':'string'}"), with("q", ""));
    ask("size[w]=1", "3.0.3", query("size", "'style':'deepObject','explode':true,'schema':" + thing), with("size[w]", "1"));
    ask("f={\"w\":\"x\"}", "3.0.3", query("f", "'content':{'application/json':{'schema':" + thing + "}}"), with("f", "{\"w\":\"x\"}"));
    for (String version : new String[] {"3.0.3", "3.1.0"}) {
      ask("a text for an integer, " + version, version, body(JSON, "{'type':'integer'}"), sent(JSON, "\"x\""));
      ask("n=x, " + version, version, query("n", "'schema':{'type':'integer'}"), with("n", "x"));
    }
  }
}
END
timeout 120 java -cp 'jars/*' Ask.java 2> /dev/null < /dev/null | tee said

if [ "$(cat said)" = 'form name=ann: ok
form name=5: refused
form name=true: refused
form name=: refused
form tags=a&tags=b: ok
form tags=a: refused
q=: refused
size[w]=1: refused
f={"w":"x"}: ok
a text for an integer, 3.0.3: refused
n=x, 3.0.3: refused
a text for an integer, 3.1.0: ok
n=x, 3.1.0: ok' ]; then
  echo 'Still so: right forms are refused, and a description of 3.1 refuses nothing.'
else
  echo 'Changed: the validator now judges these requests in another way.'
  exit 1
fi
