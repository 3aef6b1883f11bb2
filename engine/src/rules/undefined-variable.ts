import { editDistance } from '../text/edit-distance';
import type { NameRule } from './rule';
import { changeTo } from './support/change-to';
import { code } from './support/wording';
import type { FileNames, NameSet } from './across/summary';
import { perObject } from '../structures/memo';

/** Reports a variable whose name differs in one letter from one that the file defines, and a reference to a request that the file does not name. */
export const undefinedVariable: NameRule = {
  id: 'undefined-variable',
  scope: 'names',
  category: 'file-syntax',
  severity: 'information',
  since: '0.1.0',
  docs: {
    what: 'Reports a variable that the file does not define although it defines a similar name, and a reference to the response of a request that the file does not name.',
    why: 'A request is sent only when all its variables have a value. Other variables are not reported, because an environment, a `.env` file or the sender can provide them.',
    remedy:
      'Correct the name; the quick fix does this. To refer to the response of a request, give the request a `# @name`, or a title of one word after `###`.',
  },
  check({ uses }, names, report) {
    for (const { name: written, span } of uses) {
      const { name, isRequest } = referenceOf(written);
      if (name === undefined) continue;
      const known = isRequest ? names.requests : names.variables;
      if (known.has(name) || (isRequest && names.variables.has(written))) continue;
      const meant = meantBy(name, isRequest, names);
      if (meant === undefined && !isRequest) continue;
      const missing = isRequest ? 'No request of this file is named' : 'This file does not define';
      report({
        message: `${missing} ${code(name)}${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
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
    return changeTo(meant, { start, end: start + name.length });
  },
};

const shortest = 4;
const longest = 80;
const requestVariable = /^%?\s*([\w-]+)\.(?:response|request)(?:[.[]|$)/;
const plainVariable = /^%?\s*([A-Za-z_][\w.-]*)$/;

/** Returns the name in a placeholder; none for system variables and expressions of other tools. */
function referenceOf(written: string): { readonly name?: string | undefined; readonly isRequest: boolean } {
  const request = requestVariable.exec(written)?.[1];
  if (request !== undefined) return { name: request, isRequest: true };
  return { name: plainVariable.exec(written)?.[1], isRequest: false };
}

/** The names of a file by their forms without one letter: two names that differ in one letter share such a form. */
type NearNames = ReadonlyMap<string, readonly string[]>;

function meantBy(name: string, isRequest: boolean, { requests, variables }: FileNames): string | undefined {
  if (!isNameLike(name)) return undefined;
  const near = nearNamesOf(isRequest ? requests : variables);
  for (const form of shortenedForms(name)) {
    for (const candidate of near.get(form) ?? []) {
      // Names that differ only in a number or a plural ending are usually both intended.
      if (withoutCount(candidate) === withoutCount(name)) continue;
      if (editDistance(name, candidate, 1) === 1) return candidate;
    }
  }
  return undefined;
}

const nearNamesOf = perObject((names: NameSet<unknown>): NearNames => {
  const near = new Map<string, string[]>();
  for (const name of names.keys()) {
    if (!isNameLike(name)) continue;
    for (const form of shortenedForms(name)) {
      const alike = near.get(form);
      if (alike === undefined) near.set(form, [name]);
      else alike.push(name);
    }
  }
  return near;
});

/** Returns the name, and its forms without one letter. */
function shortenedForms(name: string): ReadonlySet<string> {
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
