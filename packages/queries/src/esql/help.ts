import type { QueryContext, QueryHelp } from '@rulebook/catalogue/query-languages';
import { touches } from '@rulebook/text/span';
import { analyze } from './analyze';
import { factsOfCommand } from './commands';
import { functionsByName, signatureOf } from './functions';
import { commandAt } from './model';
import { readQuery } from './read-query';
import { wordAround } from '../word-around';

/** Returns what the word at a position means. */
export function helpAt(text: string, offset: number, context: QueryContext): QueryHelp | undefined {
  const query = readQuery(text);
  const command = query.commands.find(({ nameSpan }) => touches(nameSpan, offset));
  const facts = command && factsOfCommand(command.name);
  if (command && facts) {
    const { summary, form, since, isPreview } = facts;
    const version = since === undefined ? '' : ` Since version ${since.join('.')}.`;
    const markdown = `**${command.name}** · command of ES|QL\n\n\`${form}\`\n\n${summary}${isPreview ? ' It is a preview.' : ''}${version}`;
    return { span: command.nameSpan, markdown };
  }
  const token = query.tokens.find(({ span, kind }) => kind !== 'comment' && touches(span, offset));
  if (token === undefined) return undefined;
  const word = text.slice(token.span.start, token.span.end);
  if (token.kind === 'function') {
    const found = functionsByName().get(word.toLowerCase());
    if (found === undefined) return undefined;
    const about = [
      found.summary,
      found.isPreview ? 'It is a preview.' : '',
      found.since === undefined ? '' : `Since version ${found.since.join('.')}.`,
    ];
    const kind = {
      scalar: 'function',
      aggregation: 'aggregation',
      series: 'aggregation of a time series',
      group: 'group',
    }[found.kind];
    return {
      span: token.span,
      markdown: [
        `**${word.toUpperCase()}** · ${kind}`,
        `\`${signatureOf(found)}\``,
        about.filter((one) => one !== '').join(' '),
      ]
        .filter((one) => one !== '')
        .join('\n\n'),
    };
  }
  if (token.kind !== 'field') return undefined;
  const at = commandAt(query, token.span.start);
  const columns = analyze(text, query, context).columns[at];
  const name = wordAround(text, offset, /[\w.@]/);
  const column = columns?.byName.get(text.slice(name.start, name.end));
  return (
    column && {
      span: name,
      markdown: `**\`${column.name}\`** · ${column.type === undefined ? 'column' : `column of the type \`${column.type}\``}`,
    }
  );
}
