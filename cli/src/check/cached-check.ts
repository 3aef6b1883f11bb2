import { dirname } from 'node:path';
import { mayInclude } from '@rulebook/engine/checking';
import { mayLink } from '@rulebook/checker/names';
import { linesOfText } from '@rulebook/sender/report';
import { isMarkdownName } from '@rulebook/request-file/syntax';
import { readBytes } from '@rulebook/node/files/files';
import { isRequestFile } from '@rulebook/node/files/find-files';
import type { DescribedFolder } from '../configuration/described-folder';
import type { OutsideNamesSource } from '../requests/outside-names';
import type { CheckCache } from './check-cache';
import type { CheckedInput } from './checked-input';

/** Checks a file, or returns what an earlier run found in it. */
type CachedCheck = (
  path: string,
  text: string,
  folder: DescribedFolder,
  find: () => Promise<CheckedInput>,
) => Promise<CheckedInput>;

/** What a cached check has to know of its run. */
interface CachedCheckParts {
  readonly showsSource: boolean;
  readonly outsideNames: OutsideNamesSource;
  /** Returns whether everything was checked as it should be so far. */
  readonly isWhole: () => boolean;
}

/**
 * Returns what checks files with a cache. A file is kept by its text and by what its folder says: the endpoints, severities, descriptions,
 * rulesets and environments. A file that imports others or takes in their text follows from those, too, and is checked each time.
 */
export function createCachedCheck(
  cache: CheckCache,
  { showsSource, outsideNames, isWhole }: CachedCheckParts,
): CachedCheck {
  const ofFolders = new Map<string, string>();
  const keyOf = (path: string, text: string, folder: DescribedFolder): string | undefined => {
    const isMarkdown = isMarkdownName(path);
    if (!(isMarkdown || isRequestFile(path)) || mayLink(text) || mayInclude(text)) return undefined;
    // The run also learns here which environments there are.
    outsideNames.optionsFor(path, folder.settings.checkOptions);
    const at = dirname(path);
    const ofFolder =
      ofFolders.get(at) ?? cache.hash(JSON.stringify([settingsOf(folder, cache), outsideNames.sourcesFor(path)]));
    ofFolders.set(at, ofFolder);
    return cache.hash(JSON.stringify([showsSource, isMarkdown, ofFolder, text]));
  };
  return async (path, text, folder, find) => {
    const key = keyOf(path, text, folder);
    if (key === undefined) return find();
    const kept = cache.get(key);
    if (kept !== undefined)
      return { files: [{ path, ...kept, ...(showsSource && { lineAt: linesOfText(text) }) }], complaints: [] };
    const { files, complaints } = await find();
    const made = files.map((file) => ({ ...file, findings: [...file.findings] }));
    const [only] = made;
    if (only !== undefined && made.length === 1 && complaints.length === 0 && isWhole())
      cache.set(key, { findings: only.findings, requests: only.requests });
    return { files: made, complaints };
  };
}

/** Returns what the findings in a folder follow from, except its environments. */
function settingsOf({ settings, descriptions, rulesets }: DescribedFolder, cache: CheckCache): unknown {
  const { context, severities } = settings.checkOptions;
  return [
    context.endpoints,
    context.defaults,
    context.chosenServices,
    severities,
    descriptions.map(({ service, read }) => [
      service,
      'cause' in read,
      read.files.map((path) => contentOf(path, cache)),
    ]),
    [...(context.rights ?? [])],
    rulesets.map(({ written, read }) => [written, 'cause' in read ? read.cause : read.text]),
  ];
}

function contentOf(path: string, { hash }: CheckCache): string {
  const content = readBytes(path);
  return 'cause' in content ? content.cause : hash(content.bytes);
}
