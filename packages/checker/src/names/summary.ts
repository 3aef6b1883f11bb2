import { maskNamedSecrets } from '@rulebook/catalogue/masking/mask-named-secrets';
import type { Block } from '@rulebook/request-file/syntax/model';
import { parseTarget } from '@rulebook/request-file/syntax/parse-target';
import type { Span } from '@rulebook/text/span';
import { directiveOf, type Binding, type ImportedFacts, type OutsideNames } from '../binding/model';
import { occurrencesIn } from './occurrences-in';
import { resourceIn } from './resource-in';

/** Something in a block that a user may search for in the whole workspace. */
export interface NameEntry {
  readonly kind: 'request' | 'variable' | 'resource';
  readonly name: string;
  /** Method and path of a request that has a name, and what a resource is; empty otherwise. */
  readonly detail: string;
  readonly span: Span;
  /** Of a resource: its kind, and whether the request creates it. */
  readonly resource?: { readonly kind: string; readonly isCreated: boolean };
}

/** What is kept of a block of a file that is not open. It contains no value of a variable. */
export interface NamesSummary {
  readonly entries: readonly NameEntry[];
  /** The paths of the request files with which it shares names, as written. */
  readonly links: readonly string[];
  /** Those of them that it imports. */
  readonly imports: readonly string[];
  /** The paths of all files that it names, as written. */
  readonly files: readonly string[];
  readonly defined: DefinedNames;
}

/** The names that other files get from one that they import. */
export interface DefinedNames {
  readonly variables: readonly string[];
  readonly requests: readonly string[];
  /** Those of them that comments `# @name` give. */
  readonly named: readonly string[];
  /** A script may define further ones. */
  readonly isOpen: boolean;
}

/** Returns the names that a block defines. */
export function definedNames(block: Block): DefinedNames {
  const defined = occurrencesIn(block).filter(({ role }) => role === 'definition');
  const name = directiveOf(block, 'name')?.text;
  // Other tools also run a block without a request by its name.
  const isNamedOnly = name !== undefined && (block.request ?? block.otherRequest) === undefined;
  const isOpen = isNamedOnly || block.scripts.some((script) => script.isOpen);
  if (defined.length === 0 && !isOpen) return noDefinedNames;
  const ofKind = (wanted: string) => defined.flatMap(({ kind, name }) => (kind === wanted ? [name] : []));
  const requests = ofKind('request');
  const named = name !== undefined && requests.includes(name) ? [name] : [];
  return { variables: ofKind('variable'), requests, named, isOpen };
}

/** Returns the names of all parts, each once. */
export function joinDefinedNames(parts: readonly DefinedNames[]): DefinedNames {
  const [first = noDefinedNames, ...others] = parts.filter((part) => part !== noDefinedNames);
  if (others.length === 0) return first;
  const all = [first, ...others];
  return {
    variables: [...new Set(all.flatMap(({ variables }) => variables))],
    requests: [...new Set(all.flatMap(({ requests }) => requests))],
    named: [...new Set(all.flatMap(({ named }) => named))],
    isOpen: all.some(({ isOpen }) => isOpen),
  };
}

/** Returns the names that a file has from elsewhere, with those of all files that it imports. */
export function withImportedNames(
  base: OutsideNames | undefined,
  { variables, requests, isOpen }: DefinedNames,
  importedFrom?: ReadonlyMap<string, string>,
  imported?: ImportedFacts,
): OutsideNames {
  return {
    ...base,
    variables: new Set([...(base?.variables ?? []), ...variables]),
    requests: new Set([...(base?.requests ?? []), ...requests]),
    isComplete: base?.isComplete === true && !isOpen,
    hasImports: !isOpen,
    ...(importedFrom && { importedFrom }),
    ...(imported && { imported }),
  };
}

const noDefinedNames: DefinedNames = { variables: [], requests: [], named: [], isOpen: false };

/** Returns what is kept of a block; the resource only with its binding. */
export function summariseNames(block: Block, binding?: Binding): NamesSummary {
  const entries: NameEntry[] = [];
  const files: string[] = [];
  let named: string | undefined;
  for (const { kind, role, name, span } of occurrencesIn(block)) {
    if (kind === 'file') files.push(name);
    else if (role === 'definition' && kind === 'variable') entries.push({ kind, name, detail: '', span });
    else if (role === 'definition' && kind === 'request') named = name;
  }
  const sent = sentBy(block);
  if (sent && block.association === undefined) {
    const line = maskNamedSecrets(sent.line).text;
    const name = named === undefined ? line : maskNamedSecrets(named).text;
    entries.push({ kind: 'request', name, detail: named === undefined ? '' : line, span: sent.span });
  }
  const resource = binding && block.association === undefined ? resourceIn(binding) : undefined;
  if (resource) {
    const { kind, noun, name, span, isCreated } = resource;
    entries.push({ kind: 'resource', name, detail: noun, span, resource: { kind, isCreated } });
  }
  return { entries, links: linksOf(block), imports: importedBy(block), files, defined: definedNames(block) };
}

/** Returns the paths of the request files with which a block shares names: those that it imports, and those that it runs with values for variables. */
export function linksOf({ imports, runs }: Block): readonly string[] {
  if (imports.length + runs.length === 0) return noLinks;
  const given = runs.filter(({ assignments }) => assignments.length > 0);
  return [...imports, ...given].flatMap(({ path }) => path?.text ?? []);
}

/** Returns the paths of the request files that a block imports, as written. */
export function importedBy({ imports }: Block): readonly string[] {
  return imports.length === 0 ? noLinks : imports.map(({ path }) => path.text);
}

const noLinks: readonly string[] = [];

/** Returns what a block sends, in words, and where that is. */
function sentBy({
  request,
  otherRequest,
  runs,
  title,
  text,
}: Block): { readonly line: string; readonly span: Span } | undefined {
  if (request) {
    return {
      line: `${request.method?.text.toUpperCase() ?? 'GET'} ${request.target.path.text}`,
      span: request.lineSpan,
    };
  }
  const curl = otherRequest?.curl;
  if (otherRequest && curl) {
    const { path } = parseTarget(curl.url, [{ start: 0, end: curl.url.length }]);
    return { line: `${curl.method.toUpperCase()} ${path.text}`, span: otherRequest.line.span };
  }
  const [run] = runs;
  if (!run) return undefined;
  const line = text.slice(run.span.start, run.span.end).trim();
  return { line: title ? `${title.text} (${line})` : line, span: run.span };
}
