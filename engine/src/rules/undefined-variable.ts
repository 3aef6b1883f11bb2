import { editDistance } from '../text/edit-distance';
import type { FileNames } from './runner/file-names';
import type { NameRule } from './rule';
import { code } from './support/wording';

/** Reports a variable that is one letter away from one of the file, and a value of a request that the file does not have. */
export const undefinedVariable: NameRule = {
  id: 'undefined-variable',
  scope: 'names',
  severity: 'information',
  docs: {
    what: 'Reports a variable that nothing in the file defines while the file defines one that differs by a letter, and a value that is taken from the answer of a request which the file does not name.',
    why: 'A request is not sent before all its variables have a value. Other variables can come from an environment, from a `.env` file or from whoever sends the request, so nothing is said about them.',
    remedy:
      'Correct the name; the quick fix does it. Give the request whose answer is meant a `# @name`, or a title of one word behind `###`.',
    valid: [
      '@repository = backup\n\nGET /_snapshot/{{repository}}\n',
      'GET /_snapshot/{{from_an_environment}}\n',
      '# @name created\nPUT /_security/api_key\n\n{ "name": "k" }\n\n###\nGET /_snapshot\nAuthorization: ApiKey {{created.response.body.$.encoded}}\n',
    ],
    invalid: [
      '@repository = backup\n\nGET /_snapshot/{{repositry}}\n',
      '# @name created\nPUT /_security/api_key\n\n{ "name": "k" }\n\n###\nGET /_snapshot\nAuthorization: ApiKey {{create.response.body.$.encoded}}\n',
    ],
  },
  check({ uses }, names, report) {
    for (const { name: written, span } of uses) {
      const { name, isRequest } = referenceOf(written);
      if (name === undefined) continue;
      const known = isRequest ? names.requests : names.variables;
      if (known.has(name) || (isRequest && names.variables.has(written))) continue;
      const meant = meantBy(name, isRequest, names);
      if (meant === undefined && !isRequest) continue;
      const what = isRequest ? 'request of this file is named' : 'line of this file defines';
      report({
        message: `No ${what} ${code(name)}${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
        span,
        provenance: { kind: 'syntax' },
        isFixable: meant !== undefined,
      });
    }
  },
  fixes({ span }, text, names) {
    const written = text.slice(span.start + 2, span.end - 2);
    const { name, isRequest } = referenceOf(written.trim());
    const meant = name === undefined ? undefined : meantBy(name, isRequest, names);
    if (name === undefined || meant === undefined) return [];
    const start = span.start + 2 + written.indexOf(name);
    const edits = [{ span: { start, end: start + name.length }, newText: meant }];
    return [{ title: `Change to ${code(meant)}`, edits, isSafe: false }];
  },
};

const shortest = 4;
const longest = 80;
const requestVariable = /^%?\s*([\w-]+)\.(?:response|request)(?:[.[]|$)/;
const plainVariable = /^%?\s*([A-Za-z_][\w.-]*)$/;

/** System variables and expressions of other tools are none of ours. */
function referenceOf(written: string): { readonly name?: string | undefined; readonly isRequest: boolean } {
  const request = requestVariable.exec(written)?.[1];
  if (request !== undefined) return { name: request, isRequest: true };
  return { name: plainVariable.exec(written)?.[1], isRequest: false };
}

/** The names of a file by what is left of them without one letter: two names that differ by a letter have one of these in common. */
type NearNames = ReadonlyMap<string, readonly string[]>;

const known = new WeakMap<ReadonlyMap<string, number>, NearNames>();

function meantBy(name: string, isRequest: boolean, { requests, variables }: FileNames): string | undefined {
  if (!isNameLike(name)) return undefined;
  const names = isRequest ? requests : variables;
  let near = known.get(names);
  if (near === undefined) known.set(names, (near = nearNamesOf(names.keys())));
  for (const form of formsOf(name)) {
    for (const candidate of near.get(form) ?? []) {
      // Names that only differ in a number or in the ending of a plural are mostly both meant.
      if (withoutCount(candidate) === withoutCount(name)) continue;
      if (editDistance(name, candidate, 1) === 1) return candidate;
    }
  }
  return undefined;
}

function nearNamesOf(names: Iterable<string>): NearNames {
  const near = new Map<string, string[]>();
  for (const name of names) {
    if (!isNameLike(name)) continue;
    for (const form of formsOf(name)) {
      const alike = near.get(form);
      if (alike === undefined) near.set(form, [name]);
      else alike.push(name);
    }
  }
  return near;
}

/** Returns the name, and what is left of it without each of its letters. */
function formsOf(name: string): ReadonlySet<string> {
  const forms = new Set([name]);
  for (let at = 0; at < name.length; at++) forms.add(name.slice(0, at) + name.slice(at + 1));
  return forms;
}

function isNameLike({ length }: string): boolean {
  return length >= shortest && length <= longest;
}

function withoutCount(name: string): string {
  return name.replace(/\d+/g, '').replace(/s$/i, '');
}
