import { problemsInScript } from '@rulebook/request-file/scripts/script-problems';
import type { ReadStatements } from './import-libraries';

/** A script of a collection as a script of a request file. */
interface TranslatedScript {
  readonly code: string;
  /** What of it became comments, as half sentences. */
  readonly notes: readonly string[];
  /** The header fields that it sets, with the variables that it keeps their values in. */
  readonly headers?: readonly SetHeader[];
}

/** A header field whose value a script keeps in a variable. */
export interface SetHeader {
  readonly name: string;
  readonly variable: string;
}

/** Longer scripts are not read. In UTF-16 code units. */
const longest = 100_000;

/**
 * Returns a script of Postman as one that runs here: its statements are the same, since `pm` is there for scripts. A statement that uses what is not
 * there becomes a comment, and with it each one that needs its names.
 */
export function translateScript(
  given: string,
  about: ScriptPlace,
  readStatements: ReadStatements | undefined,
): TranslatedScript {
  const { code, headers } = withHeadersInVariables(given.replace(/\r\n?/g, '\n').trim(), about, readStatements);
  const translated = withoutAbsent(code, about, readStatements);
  // One whose value needs what is not there is a comment.
  const kept = headers.filter(({ variable }) =>
    translated.code.split('\n').some((line) => !/^\s*\/\//.test(line) && line.includes(setting(variable))),
  );
  return kept.length === 0 ? translated : { ...translated, headers: kept };
}

/** Where a script runs. */
interface ScriptPlace {
  readonly phase: 'request' | 'response';
  readonly owner: string;
}

function setting(variable: string): string {
  return `pm.variables.set(${JSON.stringify(variable)}, `;
}

/** A script does not change a request here: the value of a field goes into a variable, which the field is written with. */
function withHeadersInVariables(
  code: string,
  { phase }: ScriptPlace,
  readStatements: ReadStatements | undefined,
): { readonly code: string; readonly headers: readonly SetHeader[] } {
  if (phase === 'response' || code.length > longest || !/\.request\b/.test(code)) return { code, headers: [] };
  const headers: SetHeader[] = [];
  let text = code;
  for (const { start, end, header } of [...(readStatements?.(code) ?? [])].reverse()) {
    if (header === undefined) continue;
    const variable = `header_${header.name.toLowerCase().replace(/\W+/g, '_')}`;
    headers.unshift({ name: header.name, variable });
    text = `${text.slice(0, start)}${setting(variable)}${code.slice(header.value.start, header.value.end)});${text.slice(end)}`;
  }
  return { code: text, headers };
}

function withoutAbsent(
  code: string,
  { phase, owner }: ScriptPlace,
  readStatements: ReadStatements | undefined,
): TranslatedScript {
  const whole = (why: string): TranslatedScript => ({
    code: comment(code),
    notes: [`${owner} is a comment: ${why}`],
  });
  if (code.length > longest) return whole('it is too long');
  // Its bracket would be closed there.
  if (code.includes('%}')) return whole('the characters `%}` would end it');
  const statements = readStatements?.(code);
  if (statements === undefined) return whole('it is not valid JavaScript');
  const problems = problemsInScript(code, 0, { language: 'handler', phase });
  const reasons = new Map<number, string>();
  statements.forEach(({ start, end }, index) => {
    const problem = problems.find(({ span }) => span.start >= start && span.start < end);
    if (problem !== undefined) reasons.set(index, problem.message);
  });
  // A name that no statement gives any more cannot be used.
  const lost = new Set<string>();
  for (let isChanged = reasons.size > 0; isChanged;) {
    isChanged = false;
    for (const index of reasons.keys())
      for (const name of statements[index]?.gives ?? [])
        if (!lost.has(name)) {
          lost.add(name);
          isChanged = true;
        }
    statements.forEach(({ names, gives }, index) => {
      const name = reasons.has(index) ? undefined : [...names].find((one) => lost.has(one) && !gives.has(one));
      if (name === undefined) return;
      reasons.set(index, `it needs \`${name}\``);
      isChanged = true;
    });
  }
  let text = code;
  for (const [index, reason] of [...reasons].sort(([a], [b]) => b - a)) {
    const { start = 0, end = 0 } = statements[index] ?? {};
    // What is in front of it and behind it on its lines keeps lines of its own.
    const before = /(?:^|\n)[^\S\n]*$/.test(text.slice(0, start)) ? '' : '\n';
    const after = /^[^\S\n]*(?:\n|$)/.test(text.slice(end)) ? '' : '\n';
    text = `${text.slice(0, start)}${before}// Not taken over: ${reason}.\n${comment(text.slice(start, end))}${after}${text.slice(end)}`;
  }
  return { code: text, notes: notesOf(reasons, owner) };
}

function notesOf(reasons: ReadonlyMap<number, string>, owner: string): readonly string[] {
  const different = [...new Set(reasons.values())].filter((reason) => !reason.startsWith('it needs `'));
  return different.map((reason) => `a part of ${owner} is a comment: ${lowerFirst(reason)}`);
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function comment(code: string): string {
  return (
    code
      .split('\n')
      // The characters would end the script.
      .map((line) => `// ${line.replaceAll('%}', '% }')}`.trimEnd())
      .join('\n')
  );
}
