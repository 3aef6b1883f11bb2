import { placeholderFieldAt } from '@rulebook/checker/binding/literal-placeholders';
import type { Binding } from '@rulebook/checker/binding/model';
import { nameOfRequest, repeatedNames } from '@rulebook/checker/binding/request-name';
import type { Block } from '@rulebook/request-file/syntax/model';
import { briefOfScript, type SettingScript } from '../hover/describe-script';
import { dynamicVariables } from '@rulebook/request-file/syntax/dynamic-variables';
import type { Offer } from './offer';
import { responseHeadersOf, responsePathsOf } from './response-paths';
import type { CursorOf } from '../cursor/cursor-at';
import type { BlockIdentity } from '@rulebook/checker/rules/across/block-identity';
import type { FileNames } from '@rulebook/checker/rules/across/summary';

/** The rest of the file, as far as a variable can refer to it. */
export interface FileScope {
  readonly names: FileNames;
  /** The index of the block, and how many there are. */
  readonly block: number;
  readonly blocks: number;
  /** Returns the binding of a block, one block at a time. */
  readonly bindingOf: (block: number) => Binding | undefined;
  readonly indexOf: (block: BlockIdentity) => number | undefined;
  /** Returns the script of the file that gives a variable its value. */
  readonly scriptOf: (name: string) => SettingScript | undefined;
  /** Returns the tags of the other requests, each once. */
  readonly tags: () => readonly string[];
}

interface Candidate {
  readonly name: string;
  readonly detail: string;
  readonly rank: number;
  /** Whether the name is continued after it is accepted. */
  readonly isOpen?: boolean;
  /** The arguments that a completion inserts behind the name. */
  readonly snippet?: string | undefined;
}

/** Offers the names that can be in `{{…}}`, from the whole file; never a value. */
export function completeVariable(
  cursor: CursorOf<'variable'>,
  block: Block,
  binding: Binding | undefined,
  { names, bindingOf, indexOf, scriptOf }: FileScope,
): readonly Offer[] {
  const lead = /^%?\s*/.exec(cursor.typed)?.[0] ?? '';
  const request = /^([\w-]+)\.(?:response|request|$|r)/.exec(cursor.typed.slice(lead.length))?.[1];
  const named =
    request === undefined
      ? undefined
      : [request, ...repeatedNames(request).filter((one) => names.repeated.has(one))]
          .map((one) => names.requests.get(one))
          .find((one) => one !== undefined);
  const answering = named && indexOf(named);
  if (request !== undefined && answering !== undefined) {
    return offersOf(answerCandidates(request, bindingOf(answering)), cursor, lead.length);
  }
  const field = binding?.body && placeholderFieldAt(binding.body, cursor.span.start);
  const literals = (field?.placeholders ?? []).map((name) => ({ name, detail: 'filled in by the service', rank: 0 }));
  const own = block.variables.map(({ name }) => ({ name: name.text, detail: 'defined in this block', rank: 0 }));
  const { rows } = names;
  const columns = [...(rows?.columns ?? [])].filter((name) => /^[\w-]+$/.test(name));
  const ofRows =
    rows === undefined
      ? []
      : [
          ...columns.map((name) => ({ name, detail: `column of ${rows.file}`, rank: 0 })),
          { name: rows.name, detail: `row of ${rows.file}`, rank: 1 },
          ...columns.map((name) => ({ name: `${rows.name}.${name}`, detail: `column of ${rows.file}`, rank: 2 })),
        ];
  const ofFile = [...names.variables.keys()].map((name) => ({ name, detail: 'defined in this file', rank: 1 }));
  const ofScripts = [...names.given.keys()].flatMap((name) => {
    const script = scriptOf(name);
    return script === undefined ? [] : [{ name, detail: briefOfScript(script), rank: 1 }];
  });
  const importedFrom = (name: string) => names.outside?.importedFrom?.get(name);
  const outside = [...(names.outside?.variables ?? [])].map((name) => ({
    name,
    detail: `defined in ${importedFrom(name) ?? 'an environment'}`,
    rank: 1,
  }));
  const used = block.placeholders
    .filter(({ span, name }) => name !== '' && !/^[$%]/.test(name) && span.start !== cursor.span.start - 2)
    .map(({ name }) => ({ name, detail: 'used in this block', rank: 2 }));
  const ownName = nameOfRequest(block)?.text;
  const importedRequests = [...(names.outside?.requests ?? [])].filter((name) => /^[\w-]+$/.test(name));
  const ofTimes = [...names.repeated.keys()]
    .filter((name) => name !== ownName)
    .map((name) => ({
      name: `${name}0.response.`,
      detail: `a value from the first response of ${name}, which is sent several times`,
      rank: 3,
      isOpen: true,
    }));
  const answers = [...new Set([...names.requests.keys(), ...importedRequests])]
    .filter((name) => name !== ownName)
    .map((name) => ({
      name: `${name}.response.`,
      detail: `a value from the response of ${names.requests.has(name) ? 'another request' : `a request in ${importedFrom(name) ?? 'an imported file'}`}`,
      rank: 3,
      isOpen: true,
    }));
  const system = dynamicVariables.map(({ name, summary, snippet }) => ({ name, detail: summary, rank: 4, snippet }));
  return offersOf(
    [...literals, ...ofRows, ...own, ...ofScripts, ...ofFile, ...outside, ...used, ...answers, ...ofTimes, ...system],
    cursor,
    lead.length,
  );
}

function offersOf(candidates: readonly Candidate[], cursor: CursorOf<'variable'>, lead: number): readonly Offer[] {
  const seen = new Set<string>();
  const span = { start: cursor.span.start + lead, end: cursor.span.end };
  // Braces that are there are replaced by the same, so that the cursor is behind them.
  const closed = { ...span, end: cursor.close ?? span.end };
  return candidates
    .filter(({ name }) => !seen.has(name) && seen.add(name))
    .map(({ name, detail, rank, isOpen, snippet }) => ({
      label: name,
      kind: 'variable',
      reference: { of: 'text', text: `**\`${name}\`** · variable · ${detail}` },
      span: isOpen === true ? span : closed,
      ...textOfVariable(name, isOpen === true || (cursor.isClosed && cursor.close === undefined), snippet),
      detail,
      rank,
      ...(isOpen === true ? { triggersNext: true } : {}),
    }));
}

/** Without braces where they follow, also behind arguments that are there. */
function textOfVariable(
  name: string,
  isBare: boolean,
  snippet: string | undefined,
): { readonly newText: string; readonly isSnippet?: true } {
  if (isBare) return { newText: name };
  // In a snippet, `$` and `}` have a meaning.
  return snippet === undefined ? { newText: `${name}}}` } : { newText: `\\${name}${snippet}\\}\\}`, isSnippet: true };
}

/** Offers the documented parts of a response: the fields of its body, and its header fields. */
function answerCandidates(request: string, binding: Binding | undefined): readonly Candidate[] {
  const whole = { name: `${request}.response.body.*`, detail: 'the whole response body', rank: 1 };
  const paths = responsePathsOf(binding).map(({ path, detail }): Candidate => {
    return { name: `${request}.response.body.${path}`, detail, rank: 0 };
  });
  const headers = responseHeadersOf(binding).map(({ path, detail }) => ({
    name: `${request}.response.headers.${path}`,
    detail,
    rank: 2,
  }));
  const others = [
    { name: `${request}.response.status`, detail: 'the status code of the response', rank: 3 },
    { name: `${request}.request.body.$`, detail: 'the body of the request that was sent', rank: 4 },
    { name: `${request}.request.url`, detail: 'the URL of the request that was sent', rank: 4 },
  ];
  return [...paths, whole, ...headers, ...others];
}
