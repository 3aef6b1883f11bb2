import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledDescription, fetchDescription, type FetchedDescription } from '@rulebook/exchange';
import { refused, type Refusal } from '@rulebook/sender/plan';
import { proxiesOf } from '@rulebook/node/http/proxy';
import { createTransport } from '@rulebook/node/http/transport';
import { isLoopbackUrl } from '@rulebook/text';
import { createConfigurationFinder, environment } from './configuration-file';

/**
 * Returns a copy of the description at a URL, which is removed when the program ends. Only this machine and
 * the endpoints of `rulebook.json` are asked unless the user wants more.
 */
export async function copyOfDescription(
  subject: string,
  isWanted: boolean,
): Promise<{ readonly path: string } | Refusal> {
  if (!URL.canParse(subject) || /^https?:\/\/[^/]*@/i.test(subject))
    return refused(`${subject} is not a URL that can be fetched; write it without user name and password`);
  const { endpoints } = createConfigurationFinder()(process.cwd()).configuration;
  const { origin } = new URL(subject);
  const isKnown = endpoints.some(({ baseUrl }) => URL.canParse(baseUrl) && new URL(baseUrl).origin === origin);
  if (!isWanted && !isKnown && !isLoopbackUrl(subject))
    return refused(
      `${origin} is neither this machine nor an endpoint of rulebook.json; add --fetch to ask it for its description`,
    );
  const transport = createTransport({ proxies: proxiesOf(environment) });
  const found = await fetchDescription(transport, subject);
  transport.close();
  if ('cause' in found) return found;
  const whole = await wholeOf(found);
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, `openapi.${whole.extension}`);
  writeFileSync(path, whole.text);
  return { path };
}

/** Returns a description with the files that it refers to; one that cannot be joined is as it is, and its problems are shown. */
async function wholeOf(found: FetchedDescription): Promise<FetchedDescription> {
  if (found.imports === undefined) return found;
  const { importLibraries } = await import('@rulebook/exchange/libraries');
  return bundledDescription(found, importLibraries.readYaml) ?? found;
}
