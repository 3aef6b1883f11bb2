import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { endOf, type Ended } from '../end-of';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../..');

/** The packed package, and the folder that was packed. */
export interface Staged {
  readonly file: string;
  readonly folder: string;
}

/** Returns the package of the checkout as it is; made once for the same sources. */
export async function stagedPackage(): Promise<Staged> {
  const script = join(root, 'tools/lib/staged-package.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return JSON.parse(stdout) as Staged;
}

/** Returns the path of a version of Node, or why it cannot be had. */
export async function nodeOf(major: 22 | 24): Promise<{ readonly path: string } | { readonly reason: string }> {
  // By its address: the types of the tests do not build on those of scripts.
  const address = pathToFileURL(join(root, 'tools/lib/node-versions.mjs')).href;
  const module = (await import(address)) as { nodeOf(major: number): Promise<string> };
  try {
    return { path: await module.nodeOf(major) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

const folders: string[] = [];
// Here, since what is registered inside of a hook is not called.
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Makes a folder that is removed after the tests of the file. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `rulebook-${name}-`));
  folders.push(folder);
  return folder;
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Installs the package into an empty folder as its users do, without a network, and returns the folder. */
export async function installPackage(): Promise<string> {
  const { file } = await stagedPackage();
  const folder = temporaryFolder('installed');
  writeFiles(folder, { 'package.json': '{ "name": "user", "version": "1.0.0", "private": true }\n' });
  const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', file];
  await promisify(execFile)('npm', args, { cwd: folder, env: cleanEnvironment(folder) });
  return folder;
}

/** Neither the settings of whoever runs the tests, nor what `npm test` hands down. */
export function cleanEnvironment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(RULEBOOK_|npm_|FORCE_COLOR|NO_COLOR|CI$)/.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: join(folder, 'home'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  };
}

/** Runs a program to its end. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env, input }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly input?: string },
): Promise<Ended> {
  return endOf(spawn(command, [...args], { cwd, env }), input);
}
