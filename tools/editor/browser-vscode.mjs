// Starts the browser-hosted VS Code on loopback, and a chromium that shows it.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endGroup, endWithUs, run } from '../lib/processes.mjs';
import { ensureBrowserVscode, ensureChromium } from './environment.mjs';

const settings = {
  'chat.disableAIFeatures': true,
  'editor.minimap.enabled': false,
  // Words of open files would pass for the extension's own suggestions.
  'editor.wordBasedSuggestions': 'off',
  'extensions.ignoreRecommendations': true,
  // Ports that are found listening would be announced.
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.restoreWindows': 'none',
  // Nothing fades in, so that pictures show what is there.
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * A profile of its own in a temporary folder; `remove` deletes it.
 * @param {{ settings?: Record<string, unknown>, extensions?: string }} [options] `extensions` is the folder of another profile, whose extensions it has too
 */
export function createProfile(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-editor-'));
  const userData = join(folder, 'user-data');
  mkdirSync(join(userData, 'User'), { recursive: true });
  const extensions = options.extensions ?? join(folder, 'extensions');
  mkdirSync(extensions, { recursive: true });
  mkdirSync(join(folder, 'tmp'));
  writeFileSync(join(userData, 'User/settings.json'), JSON.stringify({ ...settings, ...options.settings }, null, 2));
  writeFileSync(join(folder, 'code-server.yaml'), 'auth: none\ncert: false\n');
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.on('exit', remove);
  return { folder, userData, extensions, remove };
}

/**
 * Installs a `.vsix` into a profile as `code --install-extension` does.
 * @param {ReturnType<typeof createProfile>} profile
 * @param {string} vsix
 */
export async function installExtension(profile, vsix) {
  const { node, entry } = await ensureBrowserVscode();
  const args = [entry, ...profileArguments(profile), '--install-extension', vsix];
  const { code, output } = await run(node, args, { env: environment(profile), timeout: 120_000 });
  if (code !== 0 || !/successfully installed/.test(output)) throw new Error(`Installing ${vsix} failed:\n${output}`);
}

/**
 * Starts the server and resolves when it listens; `stop` ends it with everything that it started.
 * @param {ReturnType<typeof createProfile>} profile
 * @param {{ env?: Record<string, string>, port?: number, asksForTrust?: boolean, isDriven?: boolean, onExit?: (code: number | null) => void }} [options]
 * @returns {Promise<{ origin: string, authority: string, log: () => string, stop: () => void }>}
 */
export async function startBrowserVscode(
  profile,
  { env = {}, port = 0, asksForTrust = false, isDriven = false, onExit } = {},
) {
  const { node, entry } = await ensureBrowserVscode();
  const args = [
    entry,
    ...profileArguments(profile),
    '--auth=none',
    `--bind-addr=127.0.0.1:${port}`,
    '--disable-telemetry',
    '--disable-update-check',
    ...(asksForTrust ? [] : ['--disable-workspace-trust']),
    '--disable-getting-started-override',
    '--ignore-last-opened',
    // Without it VS Code 1.139 ignores both keys of the payload silently: no test runs and nothing fails. With it no
    // notification is shown, so it is not for people.
    ...(isDriven ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
  ];
  const child = spawn(node, args, {
    cwd: profile.folder,
    env: { ...environment(profile), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = endWithUs(child);
  let log = '';
  let stopping = false;
  const origin = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The browser-hosted VS Code did not start:\n${log}`)), 60_000);
    const take = (chunk) => {
      log += chunk;
      const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(log);
      if (found) resolve(found[1]);
      if (found) clearTimeout(timer);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The browser-hosted VS Code ended with code ${code}:\n${log}`));
      if (!stopping) onExit?.(code);
    });
  });
  return {
    origin,
    authority: origin.slice('http://'.length),
    log: () => log,
    stop: () => {
      stopping = true;
      endGroup(child);
      forget();
    },
  };
}

/**
 * Returns the address that opens a folder or a `.code-workspace` file, with the extension of a checkout and perhaps a test suite loaded, and perhaps a file open.
 * @param {{ origin: string, authority: string }} server
 * @param {{ folder: string, file?: string, extension?: string, suite?: string, logLevel?: string }} options
 */
export function workbenchAddress({ origin, authority }, { folder, file, extension, suite, logLevel }) {
  const remote = (path) => `vscode-remote://${authority}${encodeURI(path)}`;
  const payload = [['skipWelcome', 'true']];
  if (file) payload.push(['openFile', remote(file)]);
  if (extension) payload.push(['extensionDevelopmentPath', remote(extension)]);
  if (suite) payload.push(['extensionTestsPath', remote(suite)]);
  if (logLevel) payload.push(['logLevel', logLevel]);
  const place = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
  const query = new URLSearchParams({ [place]: folder, payload: JSON.stringify(payload) });
  return `${origin}/?${query}`;
}

/** Starts a headless chromium that reaches nothing but loopback; close the browser when done. */
export async function startChromium() {
  const executablePath = await ensureChromium();
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
    ],
  });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
  return { browser, page: await context.newPage() };
}

function profileArguments({ folder, userData, extensions }) {
  return ['--config', join(folder, 'code-server.yaml'), '--user-data-dir', userData, '--extensions-dir', extensions];
}

/** What we were started with, without what would change the editor's behaviour or lead it to the real profile. */
function environment({ folder }) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^(VSCODE_|npm_)/i.test(name) || ['NODE_OPTIONS', 'PORT', 'PASSWORD'].includes(name)) delete env[name];
  }
  env.EXTENSIONS_GALLERY = '{"serviceUrl":""}';
  env.XDG_CONFIG_HOME = join(folder, 'config');
  env.XDG_DATA_HOME = join(folder, 'data');
  env.TMPDIR = join(folder, 'tmp');
  // Sandboxes of others are not found.
  env.XDG_RUNTIME_DIR = join(folder, 'run');
  return env;
}
