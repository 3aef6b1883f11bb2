import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment, installPackage, root, temporaryFolder, writeFiles } from '../packages/installed';

// The sandbox in tests of Java and Go, with the installed npm package; nothing is fetched. The JUnit example of the page was run with Maven.

const pets = readFileSync(join(import.meta.dirname, 'pets.yaml'), 'utf8');
const usualGo = '/usr/local/go/bin/go';
const go = spawnSync('go', ['version']).status === 0 ? 'go' : existsSync(usualGo) ? usualGo : undefined;
const hasJava = spawnSync('javac', ['-version']).status === 0;

let folder: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  if (go === undefined && !hasJava) return;
  const installed = await installPackage();
  folder = temporaryFolder('languages');
  environment = {
    ...cleanEnvironment(installed),
    ...{ GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOCACHE: join(folder, 'go-cache') },
    PATH: [join(installed, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  };
});

const run = (command: string, args: readonly string[], cwd: string) =>
  spawnSync(command, [...args], { cwd, encoding: 'utf8', env: environment });

describe.skipIf(go === undefined)('tests in Go', () => {
  it('have a sandbox that remembers, and see a request that was not made', () => {
    const work = join(folder, 'go');
    mkdirSync(join(work, 'rulebooksandbox'), { recursive: true });
    copyFileSync(join(root, 'integrations/go/rulebooksandbox.go'), join(work, 'rulebooksandbox/rulebooksandbox.go'));
    writeFiles(work, {
      'go.mod': 'module example.com/pets\n\ngo 1.21\n',
      'pets.yaml': pets,
      'pets_test.go': `package pets

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"example.com/pets/rulebooksandbox"
)

func TestAPetIsAdded(t *testing.T) {
	sandbox := rulebooksandbox.Start(t, "--description", "pets.yaml")
	response, err := http.Post(sandbox.URL("pets")+"/pets", "application/json", strings.NewReader(\`{"name": "Tim"}\`))
	if err != nil || response.StatusCode != 201 {
		t.Fatal(response, err)
	}
	sandbox.ExpectRequest(t, map[string]any{"method": "POST", "path": "/pets", "body": map[string]any{"name": os.Getenv("WANTED")}})
	sandbox.Reset(t)
}
`,
    });
    environment['WANTED'] = 'Tim';
    const passed = run(go ?? '', ['test', './...'], work);
    expect(passed.stdout + passed.stderr).toContain('ok  \texample.com/pets');
    environment['WANTED'] = 'Tom';
    const failed = run(go ?? '', ['test', './...'], work);
    expect(failed.stdout).toContain('/name of the body is');
    expect(failed.status).toBe(1);
  });
});

describe.skipIf(!hasJava)('tests in Java', () => {
  it('have a sandbox that remembers, and see a request that was not made', () => {
    const work = join(folder, 'java');
    mkdirSync(work, { recursive: true });
    copyFileSync(join(root, 'integrations/java/RulebookSandbox.java'), join(work, 'RulebookSandbox.java'));
    writeFiles(work, {
      'pets.yaml': pets,
      'Pets.java': `import java.net.URI;
import java.net.http.*;

class Pets {
  public static void main(String[] names) throws Exception {
    try (RulebookSandbox sandbox = RulebookSandbox.start("--description", "pets.yaml")) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(sandbox.url("pets") + "/pets"))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString("{\\"name\\": \\"Tim\\"}"))
              .build();
      System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
      sandbox.expectRequest("{\\"method\\": \\"POST\\", \\"body\\": {\\"name\\": \\"" + names[0] + "\\"}}");
      sandbox.reset();
      System.out.println(sandbox.control("GET", "/requests", null).contains("Tim"));
    }
  }
}
`,
    });
    const compiled = run('javac', ['--release', '11', '-Xlint:-options', 'Pets.java', 'RulebookSandbox.java'], work);
    expect(compiled.stderr).toBe('');
    expect(run('java', ['Pets', 'Tim'], work).stdout).toBe('201\nfalse\n');
    const failed = run('java', ['Pets', 'Tom'], work);
    expect(failed.stderr).toContain('/name of the body is');
    expect(failed.status).toBe(1);
  });
});
