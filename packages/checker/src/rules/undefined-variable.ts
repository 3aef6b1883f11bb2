import { repeatedNames } from '../binding/request-name';
import { perObject } from '@rulebook/text/structures/memo';
import type { Fix, NameRule } from './rule';
import { unfilledValue } from '../names/unfilled-value';
import { changeTo } from './support/change-to';
import { code, quoted } from './support/wording';
import { nameMeantBy } from './support/near-name';
import type { FileNames } from './across/summary';

/**
 * Reports a variable that has no value, as far as all places are known that could give it one; one whose name differs in one letter from a known
 * one; and a reference to a request that the file does not name.
 */
export const undefinedVariable: NameRule = {
  id: 'undefined-variable',
  scope: 'names',
  category: 'file-syntax',
  severity: 'information',
  docs: {
    what: 'Reports a variable that neither the file nor an environment defines, a variable whose name resembles a defined one, `response` without the name of a request, and a reference to the response of a request that the file does not name.',
    why: 'A request is sent only when all its variables have a value: the editor asks for a missing one, and the command line refuses. A variable without a value is reported at its first use in a file, with the number of uses. Nothing is reported while a place that may define the variable is not known: environments exist and none is chosen, an environment file or an imported file cannot be read, or a script defines variables whose names are not in it.',
    remedy:
      'Correct the name, or define the variable; quick fixes do both. The definition that a quick fix adds holds a value that is not sent until you write your own. For a template that the service fills in, such as a search template, a third one writes `\\{\\{name\\}\\}`, which is sent as `{{name}}`. To refer to the response of a request, give the request a `# @name`, or a title of one word after `###`.',
  },
  check({ uses }, names, report) {
    const known = soundNames(names);
    for (const { name: written, span } of uses) {
      if (known.has(written)) continue;
      const problem = problemWith(written, names);
      if (problem === undefined) {
        known.add(written);
        continue;
      }
      const { message, meant, isMissing } = problem;
      const text = `${message}${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`;
      report({
        message: text,
        span,
        provenance: { kind: 'syntax' },
        // One definition is missing, however often the name is used; a misspelt name is changed at each use.
        ...(meant === undefined ? { once: written } : {}),
        isFixable: meant !== undefined || isMissing,
      });
    }
  },
  fixes({ span }, text, names) {
    const written = text.slice(span.start + 2, span.end - 2);
    const { name } = referenceOf(written.trim());
    const problem = problemWith(written.trim(), names);
    if (name === undefined || problem === undefined) return [];
    const start = span.start + 2 + written.indexOf(name);
    return [
      ...changeTo(problem.meant, { start, end: start + name.length }),
      ...(problem.isMissing ? [define(name, text)] : []),
      ...(problem.meant === undefined && isInBody(text, span.start) ? [asWritten(written, text)] : []),
    ];
  },
};

/** The names of a file with which nothing is wrong: a file has few, each of which many of its requests use. */
const soundNames = perObject((_names: FileNames) => new Set<string>());

interface Problem {
  readonly message: string;
  /** The name that is probably meant. */
  readonly meant: string | undefined;
  /** All places are known, and none defines it. */
  readonly isMissing: boolean;
}

function problemWith(written: string, names: FileNames): Problem | undefined {
  const { name, isRequest } = referenceOf(written);
  if (name === undefined) return undefined;
  const { variables, requests, given, outside, isOpen, rows } = names;
  const isRequestName = (one: string) =>
    requests.has(one) || outside?.requests.has(one) === true || isOneTime(one, names);
  const isVariable = (one: string) => variables.has(one) || given.has(one) || outside?.variables.has(one) === true;
  if (isVariable(isRequest ? written : name)) return undefined;
  if (isRequest) {
    if (isRequestName(name) || isOpen) return undefined;
    return {
      message: `No request of this file${outside?.hasImports ? ' and of those that it imports' : ''} is named ${code(name)}`,
      meant: nameMeantBy(name, requests),
      isMissing: false,
    };
  }
  // In other tools, a name before a dot is a request, or an object.
  const [first = '', ...members] = name.split('.');
  if (rows && first === rows.name && members.length > 0) {
    const column = name.slice(first.length + 1);
    const meant = nameMeantBy(column, rows.columns);
    const message = `${code(rows.file)} has no column ${code(column)}`;
    return { message, meant: meant && `${first}.${meant}`, isMissing: false };
  }
  if (members.length > 0 && (isRequestName(first) || isVariable(first))) return undefined;
  if (first === 'response' && /^(?:parsedBody|body|headers|statusCode)$/.test(members[0] ?? ''))
    return {
      message: `${code(name)} is the response of the request above in httpYac only. Give that request a \`# @name\`, and write \`{{name.response.body.…}}\`, or define a variable behind the body of that request`,
      meant: undefined,
      isMissing: false,
    };
  const meant =
    (rows && nameMeantBy(name, rows.columns)) ??
    nameMeantBy(name, variables) ??
    nameMeantBy(name, given) ??
    (outside && nameMeantBy(name, outside.variables));
  if (outside?.isComplete && !isOpen && members.length === 0) {
    const imported = outside.hasImports ? ', nor in a file that it imports,' : '';
    const others =
      outside.variables.size > 0 ? `defined neither in this file${imported} nor in an environment` : 'not defined';
    const andNoColumn = rows === undefined ? '' : `, and ${code(rows.file)} has no such column`;
    return { message: `${code(name)} is ${others}${andNoColumn}`, meant, isMissing: true };
  }
  return meant === undefined
    ? undefined
    : { message: `This file does not define ${code(name)}`, meant, isMissing: false };
}

/** Returns whether a name is that of one time of a request that is sent several times. Of imported ones that is not known. */
function isOneTime(name: string, { repeated, outside }: FileNames): boolean {
  return repeatedNames(name).some((one) => repeated.has(one) || outside?.requests.has(one) === true);
}

/** Returns the fix that defines a variable at the beginning of the request's block. */
function define(name: string, text: string): Fix {
  const separator = /^[^\S\r\n]*#{3,}[^\r\n]*(?:\r\n|\n|\r)?/.exec(text)?.[0] ?? '';
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const start = separator.length;
  return {
    title: `Define ${quoted(name)} in this file`,
    edits: [{ span: { start, end: start }, newText: `@${name} = ${unfilledValue(name)}${lineEnd}` }],
    isSafe: false,
    isUnfinished: true,
  };
}

/** Returns whether a blank line or a bracket at the margin is above, as in front of a body. */
function isInBody(text: string, offset: number): boolean {
  const above = text.slice(0, offset);
  return /\n[ \t]*\r?\n/.test(above) || /\n[{[]/.test(above);
}

/** Returns the fix that sends the placeholder as it is, for a service that fills it in, wherever the body has it. */
function asWritten(written: string, text: string): Fix {
  const placeholder = `{{${written}}}`;
  const edits = [];
  for (let at = text.indexOf(placeholder); at >= 0; at = text.indexOf(placeholder, at + placeholder.length)) {
    const span = { start: at, end: at + placeholder.length };
    if (isInBody(text, at)) edits.push({ span, newText: `\\{\\{${written}\\}\\}` });
  }
  return { title: `Send ${quoted(placeholder)} as it is`, edits, isSafe: false };
}

const requestVariable = /^%?\s*([\w-]+)\.(?:response|request)(?:[.[]|$)/;
/** Words of other tools' expressions are not names. */
const plainVariable = /^%?\s*(?!(?:true|false|null|undefined)$)([A-Za-z_][\w.-]*)$/;

/** Returns the name in a placeholder; none for system variables and expressions of other tools. */
function referenceOf(written: string): { readonly name?: string | undefined; readonly isRequest: boolean } {
  const request = requestVariable.exec(written)?.[1];
  if (request !== undefined) return { name: request, isRequest: true };
  return { name: plainVariable.exec(written)?.[1], isRequest: false };
}
