import type { CodeLens } from 'vscode-languageserver';
import { mayReferTo, requestsNamed, requestsReferred } from '@rulebook/sender/plan';
import type { FeatureContext } from '../../documents/feature-context';
import type { OpenDocument } from '../../documents/documents';
import { sendNeededCommand, type NeededArguments } from '../../protocol';

/**
 * Returns a lens of a request whose values come from the responses of others that `# @ref` does not name, for a client that shows it as long as one
 * of them was not sent.
 */
export function neededLenses(
  { client, engine, optionsOf }: FeatureContext,
  document: OpenDocument,
  index: number,
  line: number,
): readonly CodeLens[] {
  const { file, uri } = document;
  const text = file.blocks.at(index)?.text ?? '';
  if (!client.sendsNeeded || !mayReferTo(text, file.definitions)) return [];
  const named = new Set(requestsNamed(engine.parse(file, index)));
  const { variables = [], name: own } = engine.plan(file, index, optionsOf(document)) ?? {};
  const needed = requestsReferred(variables, file.definitions).filter((name) => !named.has(name) && name !== own);
  if (needed.length === 0) return [];
  const start = { line, character: 0 };
  const given: NeededArguments = [uri, line, ...needed];
  const title = `Send ${needed.join(', ')}, Then This`;
  return [{ range: { start, end: start }, command: { title, command: sendNeededCommand, arguments: [...given] } }];
}
