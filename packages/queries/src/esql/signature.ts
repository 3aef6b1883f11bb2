import type { QuerySignature } from '@rulebook/catalogue/query-languages';
import type { Span } from '@rulebook/text/span';
import { functionsByName, signatureOf } from './functions';
import { commandAt } from './model';
import { readQuery } from './read-query';
import { spotAt } from './spot';

/** Returns the form of the function whose arguments a position is in, with the argument there. */
export function signatureAt(text: string, offset: number): QuerySignature | undefined {
  const { commands } = readQuery(text.slice(0, offset));
  const command = commands[commandAt({ commands }, offset)];
  if (command === undefined) return undefined;
  const call = spotAt(text, command.nameSpan.end, offset).open.findLast(({ name }) => functionsByName().has(name));
  const facts = call && functionsByName().get(call.name);
  if (call === undefined || facts === undefined || facts.args.length === 0) return undefined;
  const label = signatureOf(facts);
  const parameters: Span[] = [];
  let at = label.indexOf('(');
  for (const { name, isOptional, written } of facts.args) {
    const shown = isOptional ? `[${name}: ${written}]` : `${name}: ${written}`;
    const start = label.indexOf(shown, at);
    at = start + shown.length;
    parameters.push({ start, end: at });
  }
  const last = parameters.length - 1;
  return { label, about: facts.summary, parameters, active: facts.isOpen ? Math.min(call.commas, last) : call.commas };
}
