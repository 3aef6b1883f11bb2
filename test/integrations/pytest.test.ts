import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { cleanEnvironment, installPackage, root, temporaryFolder, writeFiles } from '../packages/installed';

// The fixtures for pytest, with the installed npm package.

const python = spawnSync('python3', ['-c', 'import pytest; print(pytest.__version__)'], { encoding: 'utf8' });
const reason = python.status === 0 ? undefined : 'needs python3 with pytest';

let folder: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  if (reason !== undefined) return;
  const installed = await installPackage();
  folder = temporaryFolder('pytest');
  environment = {
    ...cleanEnvironment(installed),
    PATH: [join(installed, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  chmodSync(folder, 0o700);
  copyFileSync(join(root, 'integrations/pytest/rulebook_sandbox.py'), join(folder, 'rulebook_sandbox.py'));
});

function pytest(files: Readonly<Record<string, string>>) {
  writeFiles(folder, {
    'conftest.py': `import pytest
pytest_plugins = ["rulebook_sandbox"]
@pytest.fixture(scope="session")
def rulebook_options():
    return ["--service", "code-hosting"]
`,
    ...files,
  });
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...Object.keys(files)];
  return spawnSync('python3', args, { cwd: folder, encoding: 'utf8', env: environment });
}

it.skipIf(reason !== undefined)(`gives tests a sandbox (${reason ?? 'pytest'})`, () => {
  const { status, stdout } = pytest({
    'test_hooks.py': `import json, urllib.request, urllib.error
HOOKS = "/repos/octocat/hello-world/hooks"

def call(sandbox, method, path, body=None):
    headers = {"Authorization": sandbox.credential("code-hosting"), "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(sandbox.url("code-hosting") + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, None

def test_remembers(rulebook_sandbox):
    status, _ = call(rulebook_sandbox, "POST", HOOKS, {"active": False, "config": {"url": "http://127.0.0.1:9/"}})
    assert status == 201
    assert len(call(rulebook_sandbox, "GET", HOOKS)[1]) == 1
    rulebook_sandbox.expect_request(method="POST", path=HOOKS, body={"active": False})
    assert [one["method"] for one in rulebook_sandbox.requests()] == ["POST", "GET"]

def test_begins_anew(rulebook_sandbox):
    assert call(rulebook_sandbox, "GET", HOOKS)[1] == []
    rulebook_sandbox.fault({"fault": "status", "status": 503})
    assert call(rulebook_sandbox, "GET", HOOKS)[0] == 503
`,
    'test_unmet.py': `def test_unmet(rulebook_sandbox):
    rulebook_sandbox.expect_request(method="DELETE")
`,
  });
  expect(stdout).toContain('2 passed');
  expect(stdout).toContain('AssertionError: Expected 1 request (DELETE any path), received none.');
  expect(status).toBe(1);
});

it.skipIf(reason !== undefined)(`says what is missing (${reason ?? 'pytest'})`, () => {
  environment = { ...environment, RULEBOOK: 'no-such-program' };
  const { stdout } = pytest({ 'test_none.py': 'def test_none(rulebook_sandbox):\n    pass\n' });
  expect(stdout).toContain('rulebook is not installed');
});
