import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/command-line';

const sources = globSync(
  ['engine/src', 'platform', 'server/src', 'client/src', 'client/media', 'cli/src', 'integrations'],
  {
    cwd: root,
  },
)
  .filter((path) => /\.(?:ts|js|mjs)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** What a program of this project may reach only at the named places. */
const reaches: readonly { readonly what: string; readonly pattern: RegExp; readonly places: readonly string[] }[] = [
  {
    what: 'the network',
    pattern:
      /from '(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises)'|from '(?:undici|ws)'|import\('(?:node:)?(?:http|https|http2|net|tls|dgram|undici|ws)'\)|\b(?:fetch|sendBeacon)\(|new (?:WebSocket|XMLHttpRequest|EventSource)\b/,
    places: [
      // It listens on this machine for the code that a browser brings back.
      'platform/node/credentials/authorization-code.ts',
      'platform/node/http/channel.ts',
      'platform/node/http/connections.ts',
      'platform/node/http/connectors.ts',
      'platform/node/http/continue-answers.ts',
      'platform/node/sandbox/cross-origin.ts',
      'platform/node/sandbox/deliver.ts',
      'platform/node/http/exchange.ts',
      'platform/node/sandbox/foreign-request.ts',
      'platform/node/sandbox/probe-url.ts',
      'platform/node/http/proxy.ts',
      'platform/node/http/read-gate.ts',
      'platform/node/sandbox/request-body.ts',
      'platform/node/http/retries.ts',
      'platform/node/sandbox/sandbox-listener.ts',
      'platform/node/sandbox/sandbox-runtime.ts',
      'platform/node/http/tls-options.ts',
      'platform/node/http/socks5-client.d.ts',
      // It writes such a call for the user to copy.
      'engine/src/exchange-formats/copy/fetch-code.ts',
    ],
  },
  {
    what: 'other programs',
    pattern: /from '(?:node:)?(?:child_process|cluster)'/,
    places: [
      // The browser, for a page where the user agrees.
      'platform/node/credentials/open-in-browser.ts',
      // Rulebook itself: the sandbox, and `rulebook run` for the tool that sends.
      'platform/node/sandbox/sandbox-process.ts',
      'cli/src/mcp/run-program.ts',
      // What the user's own settings name for secrets.
      'platform/node/credentials/secret-commands.ts',
      'integrations/github-action/check.mjs',
      'integrations/github-action/install.mjs',
      'integrations/pre-commit/hook.mjs',
    ],
  },
  {
    what: 'code that is made of text',
    pattern:
      /\beval\(|new Function\b|\bFunction\(|from '(?:node:)?vm'|\brunIn(?:New|This)?Context\(|setTimeout\(\s*['"`]|createTelemetryLogger|telemetry/i,
    places: [],
  },
];

describe('the sources', () => {
  it.each(reaches)('reach $what at these places only', ({ pattern, places }) => {
    const found = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    expect(found.sort()).toEqual([...places].sort());
  });
});
