// `npm start` on a machine that has the desktop editor: a stand-in for `code` notes how it was called.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from '../../../tools/lib/processes.mjs';
import { ensure } from './expect.mjs';

const root = join(import.meta.dirname, '../../..');

/** @type {import('../ui.mjs').Step[]} */
export const desktop = [
  [
    'npm start opens examples/ in the desktop editor with a profile of its own, and ends when the editor does',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rulebook-code-'));
      try {
        const notes = join(folder, 'notes.json');
        const noteDown = `require('fs').writeFileSync(${JSON.stringify(notes)}, JSON.stringify({ args: process.argv.slice(2), cluster: process.env.RULEBOOK_ENDPOINT_SANDBOX_CLUSTER }));`;
        writeFileSync(join(folder, 'code'), `#!${process.execPath}\n${noteDown}\n`, { mode: 0o755 });
        const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
        const { code, output } = await run(process.execPath, [join(root, 'tools/start.mjs')], {
          env,
          timeout: 60_000,
        });
        ensure(code === 0, `it ended with code ${code}:\n${output}`);
        const { args, cluster } = JSON.parse(readFileSync(notes, 'utf8'));
        const line = args.join(' ');
        for (const wanted of ['--wait', '--new-window', '--user-data-dir=', '--extensions-dir=']) {
          ensure(line.includes(wanted), `${wanted} is missing in: ${line}`);
        }
        ensure(args.includes(`--extensionDevelopmentPath=${root}`), `no extension in: ${line}`);
        const examples = join(root, 'examples');
        ensure(args.at(-2) === examples, `another folder in: ${line}`);
        ensure(args.at(-1) === join(examples, 'broken.http'), `another file in: ${line}`);
        ensure(!/chunk-|api[-_ ]?key|bearer/i.test(output), `more than a line for each step:\n${output}`);
        ensure(/^http:\/\/127\.0\.0\.1:\d+$/.test(cluster), `the editor does not know the sandbox: ${cluster}`);
        const answer = await fetch(cluster).catch(() => undefined);
        ensure(answer === undefined, 'the sandbox goes on without the editor');
        return `${line} with ${cluster}`;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  ],
];
