import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { templateFile, templates } from '../../client/src/first-minutes/templates';
import { aboveSummary, commandLine, root, startSandbox } from './command-line';

const files = templates.flatMap((template) => templateFile(template) ?? []);
const good = files.filter((file) => !file.includes('mistake'));

describe('the templates of "New Request File…"', () => {
  it('are the files of their folder', () => {
    expect(files.map((file) => file.replace('templates/', '')).sort()).toEqual(
      readdirSync(join(root, 'templates')).sort(),
    );
  });

  it('stand together with their area', () => {
    const areas = templates.map(({ area }) => area).filter((area, index, all) => area !== all[index - 1]);
    expect(areas).toEqual([...new Set(areas)]);
  });

  it.each(good)('%s checks without a warning', async (file) => {
    const { code, out } = await commandLine(['check', '--fail-on', 'warning', file]);
    expect({ code, out }).toMatchObject({ code: 0 });
  });

  it('templates/mistake.http has mistakes that one change repairs', async () => {
    const path = 'templates/mistake.http';
    expect((await commandLine(['check', path])).code).toBe(1);
    const text = readFileSync(join(root, path), 'utf8').replace('"privilege":', '"privileges":');
    const { code, out } = await commandLine(['check', '--fail-on', 'hint', '--stdin-path', path, '-'], { input: text });
    expect({ code, out }).toMatchObject({ code: 0 });
  });

  it.each(good)('%s is accepted by a fresh sandbox', async (file) => {
    const sandbox = await startSandbox();
    const args = file.endsWith('.http') ? [file] : ['-'];
    const { code, error } = file.endsWith('.http')
      ? await commandLine(['run', '--all', ...args], { env: sandbox.env })
      : await sendBody(readFileSync(join(root, file), 'utf8'), sandbox.ready.endpoints);
    await sandbox.end();
    expect({ code, error: aboveSummary(error) }).toEqual({ code: 0, error: '' });
  });
});

/** Sends the body of a JSON file as its first line says; a body that belongs below a member gets what is around it. */
async function sendBody(
  text: string,
  endpoints: readonly { readonly baseUrl: string; readonly credential?: string | undefined }[],
): Promise<{ readonly code: number; readonly error: string }> {
  const [, method = '', target = '', at] = /^\/\/ @request (\w+) (\S+)(?: @at (\S+))?\n/.exec(text) ?? [];
  const value: unknown = JSON.parse(text.slice(text.indexOf('\n')));
  const role = at?.replace('/role_descriptors/', '');
  const body = role === undefined ? value : { name: 'key', role_descriptors: { [role]: value } };
  const endpoint = endpoints[target.startsWith('/repos/') ? 2 : 0];
  const response = await fetch(`${endpoint?.baseUrl}${target}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: endpoint?.credential ?? '' },
    body: JSON.stringify(body),
  });
  return response.ok ? { code: 0, error: '' } : { code: response.status, error: await response.text() };
}
