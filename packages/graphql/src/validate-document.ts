import {
  Kind,
  NoDeprecatedCustomRule,
  OverlappingFieldsCanBeMergedRule,
  specifiedRules,
  validate,
  type ASTNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import type { GraphqlDocument, GraphqlProblem } from '@rulebook/catalogue/graphql';
import { overlaps, type Span } from '@rulebook/text/span';
import { parsedDocument, plainMessage } from './read-document';

/** Compares each field with all others of its name, so it is left out where there are many. In UTF-16 code units of the document. */
const mostForOverlaps = 20_000;

const allRules = [...specifiedRules, NoDeprecatedCustomRule];
const withoutOverlaps = allRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule);

/** Returns what is wrong in a document by a schema, and what should no longer be used. */
export function validateDocument(document: GraphqlDocument, schema: GraphQLSchema): readonly GraphqlProblem[] {
  const parsed = parsedDocument(document);
  if (parsed?.isWhole !== true) return [];
  const rules = document.text.length > mostForOverlaps ? withoutOverlaps : allRules;
  return validate(schema, parsed.tree, rules).flatMap((error) => problemOf(error, document));
}

function problemOf(error: GraphQLError, { placeholders }: GraphqlDocument): readonly GraphqlProblem[] {
  const [node] = error.nodes ?? [];
  const span = node && spanOf(node);
  if (node === undefined || span === undefined) return [];
  // What such a value will be is not known. A list or an object around it is as it is written.
  const isContainer = node.kind === Kind.OBJECT || node.kind === Kind.LIST;
  if (!isContainer && placeholders.some((one) => overlaps(one, span))) return [];
  return [
    {
      // One pass over the document finds both.
      kind: error.message.includes(' is deprecated.') ? 'deprecated' : 'document',
      message: messageOf(error.message),
      span,
      meant: meantIn(error.message),
      element: elementIn(error.message),
    },
  ];
}

/** Returns the message without the value that is written: it may be private, and is marked anyway. */
function messageOf(message: string): string {
  const suggestion = suggestionIn(message);
  const said = message
    .slice(0, message.length - suggestion.length)
    .replace(/ value: .*$/s, ' value.')
    .replace(/, found .*$/s, '.');
  return plainMessage(suggestion === '' ? said : said.replace(/\.$/, '') + suggestion.replace(' Did', '; did'));
}

/** Returns the names that the message suggests and that can be written in the place of the other, the nearest one first. */
function meantIn(message: string): readonly string[] {
  const suggestion = suggestionIn(message);
  if (suggestion.startsWith(`${question}to `)) return [];
  const names = [...suggestion.matchAll(/"(\w+)"/g)];
  return names.slice(0, mostMeant).map(([, name = '']) => name);
}

const mostMeant = 3;

const question = ' Did you mean ';

/** Returns the question at the end of a message; empty where there is none. */
function suggestionIn(message: string): string {
  const at = message.lastIndexOf(question);
  return at >= 0 && message.endsWith('?') ? message.slice(at) : '';
}

/** Returns what of the schema a message names: a member of a type, or a type. */
function elementIn(message: string): string {
  const member = /"([_A-Za-z]\w*\.[_A-Za-z]\w*)/.exec(message) ?? /\b(?:field|value) ([_A-Z]\w*\.\w+) is/.exec(message);
  return member?.[1] ?? /\btype "\[*([_A-Za-z]\w*)/.exec(message)?.[1] ?? '';
}

/** Returns what of a node is marked: its name where it has one. */
function spanOf(node: ASTNode): Span | undefined {
  if (node.kind === Kind.OPERATION_DEFINITION && node.name === undefined) {
    const { startToken, start } = node.loc ?? {};
    return startToken && start !== undefined ? { start, end: startToken.end } : undefined;
  }
  const named = node.kind === Kind.VARIABLE_DEFINITION ? node.variable : 'name' in node ? node.name : undefined;
  const { loc } = named ?? node;
  return loc && { start: loc.start, end: loc.end };
}
