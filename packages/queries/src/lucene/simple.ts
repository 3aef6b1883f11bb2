import type { QueryContext, QueryProblem } from '@rulebook/catalogue/query-languages';
import { span } from '@rulebook/text/span';
import { fieldNamed, someFieldMatches } from '../shared/fields';
import { mostProblems, shown } from '../shared/values';

const words = /"(?:\\[\s\S]|[^"\\])*"|"|[^\s"()|+]+/g;

/** Returns what the text of a `simple_query_string` does other than it seems to: servers never refuse one. */
export function simpleProblems(text: string, context: QueryContext): readonly QueryProblem[] {
  const problems: QueryProblem[] = [];
  const add = (start: number, length: number, message: string, meant?: string): void => {
    const found: QueryProblem = { kind: 'ineffective', message, span: span(start, start + length), isRefused: false };
    problems.push(meant === undefined ? found : { ...found, meant });
  };
  const operators: Readonly<Record<string, string>> = { AND: '+', OR: '|', NOT: '-', '&&': '+' };
  for (const match of text.matchAll(words)) {
    const [word] = match;
    if (problems.length >= mostProblems) break;
    if (word === '"')
      add(match.index, 1, 'This quote is never closed, so its words are searched for each alone: add `"`.');
    if (word.startsWith('"')) continue;
    const meant = Object.hasOwn(operators, word) ? operators[word] : undefined;
    if (meant !== undefined)
      add(
        match.index,
        word.length,
        `\`${word}\` is searched for as a word: \`simple_query_string\` writes it \`${meant}\`.`,
        meant,
      );
    const [, name] = /^[-]?((?:[\w.@]|-)+):/.exec(word) ?? [];
    if (name !== undefined && isKnownField(name, context))
      add(
        match.index,
        word.length,
        `\`simple_query_string\` has no names of fields, so \`${shown(word)}\` is searched for as a text: use \`query_string\`, or \`fields\` of the body.`,
      );
  }
  return problems;
}

function isKnownField(name: string, context: QueryContext): boolean {
  const fields = context.fieldsOf();
  return fields !== undefined && fieldNamed(name, fields).kind === 'field' && someFieldMatches(name, fields);
}
