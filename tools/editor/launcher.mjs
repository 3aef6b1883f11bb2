#!/usr/bin/env node
// Is in for the desktop VS Code's executable: takes the arguments with which `@vscode/test-electron` starts it, runs
// the suite in the browser-hosted VS Code, and ends with the suite's code. Every way in which no result can arrive (no
// suite, a dead host, a dead page, an endless test) ends with a code other than zero.
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { createProfile, startBrowserVscode, startChromium, workbenchAddress } from './browser-vscode.mjs';

const limit = Number(process.env.RULEBOOK_SUITE_SECONDS ?? 180) * 1000;

const { extension, suite, folder } = readArguments(process.argv.slice(2));
if (!existsSync(suite) && !existsSync(`${suite}.js`)) fail(`There is no suite at ${suite}.`);
if (!existsSync(folder)) fail(`There is no folder ${folder}.`);

const profile = createProfile();
/** @type {import('playwright-core').Browser | undefined} */
let browser;
/** @type {Awaited<ReturnType<typeof startBrowserVscode>> | undefined} */
let server;
let code = 1;
try {
  code = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No result arrived within ${limit / 1000} s.`)), limit);
    start(resolve, reject).catch(reject);
    process.once('exit', () => clearTimeout(timer));
  });
} catch (error) {
  console.error(error.message);
} finally {
  await end();
}
process.exit(code);

async function start(resolve, reject) {
  server = await startBrowserVscode(profile, {
    isDriven: true,
    onExit: (exitCode) => reject(new Error(`The editor's server ended with code ${exitCode} before the suite did.`)),
  });
  const chromium = await startChromium();
  browser = chromium.browser;
  const { page } = chromium;
  page.on('crash', () => reject(new Error('The page crashed.')));
  page.on('close', () => reject(new Error('The page was closed before the suite ended.')));
  page.on('console', (message) => {
    const text = message.text();
    if (/extension host.*(terminated|exited) unexpectedly/i.test(text)) {
      reject(new Error(`The extension host died: ${text}`));
    }
  });
  await page.exposeFunction('codeAutomationLog', (type, args) => {
    if (process.env.RULEBOOK_VERBOSE) console.log(`[${type}]`, ...[args].flat());
  });
  await page.exposeFunction('codeAutomationExit', (exitCode) => resolve(exitCode));
  await page.goto(workbenchAddress(server, { folder, extension, suite }));
}

async function end() {
  await browser?.close().catch(() => undefined);
  server?.stop();
}

function readArguments(args) {
  const value = (name) =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fail(`--${name}=PATH is missing.`);
  return {
    extension: value('extensionDevelopmentPath'),
    suite: value('extensionTestsPath'),
    folder: args.find((arg) => isAbsolute(arg)) ?? fail('The folder to open is missing.'),
  };
}

/** @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
