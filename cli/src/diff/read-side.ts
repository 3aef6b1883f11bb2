import { existsSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { readSurface, type ReadTree, type Surface } from '@rulebook/changes';
import { createOwnService } from '@rulebook/services';
import { createDescriptionReader } from '@rulebook/node/descriptions/own-descriptions';
import { isRequestFile } from '@rulebook/node/files/find-files';
import { pathInside, readText } from '@rulebook/node/files/files';
import { count } from '@rulebook/text';
import { isRecording } from '../check/recording';
import { refused, type Refusal } from '@rulebook/sender/plan';
import { environment } from '../configuration/configuration-file';
import { rootOfDescription } from '../configuration/described-services';
import { localDescription, type FetchOptions } from '../configuration/with-description';
import { isRelease } from './releases';
import type { ComparedSide } from './sides';

/** One side of a comparison, as it was read. */
export interface ReadSide {
  /** What it is called in a report. */
  readonly title: string;
  readonly surface: Surface;
  /** Returns what files are checked with. */
  readonly compared: () => Promise<ComparedSide | Refusal>;
  /** The service that is built in, of a release. */
  readonly service?: string;
  /** Returns what is not known of it, after it was compared; a sentence without its end each. */
  readonly notes: () => readonly string[];
}

/** The largest file of a description, in bytes. */
const largest = 32_000_000;

/** Returns what a text names: a release, a file, a URL or a file of a git revision; why it cannot be read otherwise. `readTree` is the same for both sides. */
export async function readSide(
  subject: string,
  options: FetchOptions,
  readTree: ReadTree,
): Promise<ReadSide | Refusal> {
  const isFile = existsSync(subject);
  if (!isFile && isRelease(subject)) {
    const { readRelease } = await import('./releases');
    const found = readRelease(subject);
    if ('cause' in found) return found;
    const { title, surface, compared, note } = found;
    return {
      ...{ title, surface, compared: () => Promise.resolve(compared) },
      ...(compared.kind === 'release' && { service: compared.service }),
      notes: () => (note === undefined ? [] : [note]),
    };
  }
  const { copyOfRevision, revisionIn } = await import('./copy-of-revision');
  const revision = isFile ? undefined : revisionIn(subject);
  const found =
    revision === undefined ? await localDescription(subject, options) : await copyOfRevision(revision, readTree);
  return 'cause' in found ? found : readDescription(subject, resolve(found.path), { isFile, readTree });
}

function readDescription(
  subject: string,
  path: string,
  { isFile, readTree }: { readonly isFile: boolean; readonly readTree: ReadTree },
): ReadSide | Refusal {
  const root = isFile ? rootOfDescription(path) : dirname(path);
  const content = readText(path, largest);
  if ('cause' in content)
    return refused(
      isFile
        ? `${subject} cannot be read: ${content.cause}`
        : `${subject} cannot be read: ${content.cause}; name a file, a URL, REVISION:path or a release such as es@9.0`,
    );
  const read = (name: string): { readonly text: string } | { readonly cause: string } => {
    const inside = pathInside(resolve(dirname(path), name), [root]);
    return inside === undefined ? { cause: 'it is outside the folder of the description' } : readText(inside, largest);
  };
  const surface = readSurface({ name: basename(path), text: content.text, read, readTree });
  if ('cause' in surface) {
    const isOther = isRequestFile(subject) || isRecording(subject);
    return refused(
      isOther
        ? `${subject} has requests; name the two descriptions first, and files with requests behind them`
        : `${subject} cannot be compared: ${surface.cause}`,
    );
  }
  return {
    ...{ title: subject, surface, compared: () => comparedDescription(subject, path, root) },
    notes: () => unreadNotes(subject, surface),
  };
}

/** Says which references lead nowhere: what is there counts as not described. */
function unreadNotes(subject: string, { unread }: Surface): readonly string[] {
  const [first, ...others] = unread?.() ?? [];
  if (first === undefined) return [];
  const at = `${first.file ?? ''}${first.pointer}`;
  const more = others.length === 0 ? '' : `, and ${count(others.length, 'further place')} like it`;
  return [`${subject}: ${first.message.replace(/\.$/, '')} (${at})${more}; what is there counts as not described`];
}

async function comparedDescription(subject: string, path: string, root: string): Promise<ComparedSide | Refusal> {
  const description = relative(root, path).split(sep).join('/');
  const made = await createDescriptionReader(environment)({ root, description });
  if ('cause' in made) return refused(`${subject} cannot be read: ${made.cause}`);
  const { compiled } = made;
  if (compiled === undefined) return refused(`${subject} is not a description that requests can be checked with`);
  return { kind: 'description', path, serviceFor: (id) => createOwnService(compiled, { id, description }) };
}
