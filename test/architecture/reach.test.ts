import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/command-line';
import { productFiles } from './files';

const sources = productFiles(
  ['packages', 'services', 'server/src', 'client/src', 'client/media', 'cli/src', 'integrations'],
  /\.(?:ts|js|mjs)$/,
).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** What a program of this project may reach only at the named places. */
const reaches: readonly { readonly what: string; readonly pattern: RegExp; readonly places: readonly string[] }[] = [
  {
    what: 'the network',
    pattern:
      /from '(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises)'|from '(?:undici|ws)'|import\('(?:node:)?(?:http|https|http2|net|tls|dgram|undici|ws)'\)|\b(?:fetch|sendBeacon)\(|new (?:WebSocket|XMLHttpRequest|EventSource)\b/,
    places: [
      // It listens on this machine for the code that a browser brings back.
      'packages/node/src/credentials/authorization-code.ts',
      'packages/node/src/http/channel.ts',
      'packages/node/src/http/connections.ts',
      'packages/node/src/http/connectors.ts',
      'packages/node/src/http/continue-answers.ts',
      'packages/node/src/sandbox/cross-origin.ts',
      'packages/node/src/sandbox/deliver.ts',
      'packages/node/src/http/exchange.ts',
      'packages/node/src/sandbox/foreign-request.ts',
      'packages/node/src/sandbox/probe-url.ts',
      'packages/node/src/http/proxy.ts',
      'packages/node/src/http/read-gate.ts',
      // It hands on what a client sends, to the one address that the user names.
      'packages/node/src/recording/pass-upgrade.ts',
      'packages/node/src/recording/recording-proxy.ts',
      'packages/node/src/recording/target.ts',
      'packages/node/src/sandbox/request-body.ts',
      'packages/node/src/http/retries.ts',
      'packages/node/src/sandbox/sandbox-listener.ts',
      'packages/node/src/sandbox/sandbox-peer.ts',
      'packages/node/src/sandbox/sandbox-runtime.ts',
      'packages/node/src/http/tls-options.ts',
      'packages/node/src/http/socks5-client.d.ts',
      'packages/node/src/http/undici-parts.d.ts',
      // It writes such a call for the user to copy.
      'packages/exchange/src/copy/axios-code.ts',
      'packages/exchange/src/copy/fetch-code.ts',
    ],
  },
  {
    what: 'other programs',
    pattern: /from '(?:node:)?(?:child_process|cluster)'/,
    places: [
      // The browser, for a page where the user agrees.
      'packages/node/src/credentials/open-in-browser.ts',
      // Rulebook itself: the sandbox, and its commands for the tool that sends and for the editor.
      'packages/node/src/sandbox/sandbox-process.ts',
      'packages/node/src/program-run.ts',
      // It asks git for a revision of a description, without a shell.
      'cli/src/diff/copy-of-revision.ts',
      // `rulebook mcp` for the tools of the editor.
      'packages/node/src/tool-process.ts',
      // What the user's own settings name for secrets.
      'packages/node/src/credentials/secret-commands.ts',
      'integrations/github-action/check.mjs',
      'integrations/github-action/install.mjs',
      'integrations/github-action/run.mjs',
      'integrations/github-action/sandbox.mjs',
      'integrations/github-action/test.mjs',
      'integrations/pre-commit/hook.mjs',
    ],
  },
  {
    what: 'code that is made of text',
    pattern:
      /\beval\(|new Function\b|\bFunction\(|from '(?:node:)?vm'|\brunIn(?:New|This)?Context\(|setTimeout\(\s*['"`]|createTelemetryLogger|telemetry/i,
    // The program's own scripts, of the package.
    places: ['packages/node/src/compiled-parts.ts'],
  },
];

describe('the sources', () => {
  it.each(reaches)('reach $what at these places only', ({ pattern, places }) => {
    const found = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    expect(found.sort()).toEqual([...places].sort());
  });
});
