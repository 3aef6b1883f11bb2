import type { Range } from 'vscode-languageserver';
import { entriesFor, sharedEnvironment, type EnvironmentEntry } from '@rulebook/request-file/environments';
import type { NameOccurrence } from '@rulebook/checker/names';
import type { Span } from '@rulebook/text';
import type { NamesContext } from './names-context';
import { rangesIn } from '../documents/to-lsp';

/** Where an environment defines a variable. */
interface EnvironmentPlace {
  readonly uri: string;
  /** In words: the file, or the setting. */
  readonly place: string;
  readonly range: Range;
}

type Parts = Pick<NamesContext, 'environments' | 'documents' | 'engine' | 'encoding' | 'readFile'>;

/** Returns the files of environments that define a variable for a document: of the chosen environment, or else of all. */
export async function environmentPlaces(
  session: Parts,
  uri: string,
  { kind, name, by }: Pick<NameOccurrence, 'kind' | 'name' | 'by'>,
): Promise<readonly EnvironmentPlace[]> {
  const { environments } = session;
  await environments.load(uri);
  const known = environments.of(uri);
  if (known === undefined) return [];
  const defines = ({ variables, origin, environment }: EnvironmentEntry) =>
    variables.has(name) &&
    (kind !== 'environment-variable' || (by === 'dotenv' ? origin === 'dotenv' : environment === sharedEnvironment));
  const chosen = entriesFor(known, environments.chosen(uri)).filter(defines);
  const entries = chosen.length > 0 ? chosen : known.entries.filter(defines);
  const found: EnvironmentPlace[] = [];
  for (const { path, place, variables } of entries) {
    const variable = variables.get(name);
    const range = path === undefined || !variable ? undefined : await rangeIn(session, path, variable.nameSpan);
    if (path !== undefined && range) found.push({ uri: path, place, range });
  }
  return found;
}

/** Returns a range of a file as it is now; undefined when it cannot be read. */
async function rangeIn(
  { documents, engine, encoding, readFile }: Parts,
  uri: string,
  span: Span,
): Promise<Range | undefined> {
  const open = documents.find(uri);
  const text = open ? engine.textOf(open.file) : await readFile(uri);
  if (text === undefined) return undefined;
  const [whole] = engine.openBody(text, { method: '', target: '', at: '' }).blocks;
  return whole && rangesIn(whole, 0, encoding)(span);
}
