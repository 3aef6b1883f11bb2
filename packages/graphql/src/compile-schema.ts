import {
  buildASTSchema,
  buildClientSchema,
  GraphQLError,
  KnownTypeNamesRule,
  LoneSchemaDefinitionRule,
  parse,
  PossibleTypeExtensionsRule,
  printSchema,
  UniqueArgumentDefinitionNamesRule,
  UniqueDirectiveNamesRule,
  UniqueEnumValueNamesRule,
  UniqueFieldDefinitionNamesRule,
  UniqueInputFieldNamesRule,
  UniqueOperationTypesRule,
  UniqueTypeNamesRule,
  validateSchema,
  visit,
  visitInParallel,
  type ASTNode,
  type DocumentNode,
  type IntrospectionQuery,
} from 'graphql';
import type { CompiledGraphql } from '@rulebook/catalogue/graphql';
import type { Span } from '@rulebook/text/span';
import { plainMessage } from './read-document';

/** Those about directives are left out: many servers have some that their files do not define, and documents do not depend on them. */
const rules = [
  LoneSchemaDefinitionRule,
  UniqueOperationTypesRule,
  UniqueTypeNamesRule,
  UniqueEnumValueNamesRule,
  UniqueFieldDefinitionNamesRule,
  UniqueArgumentDefinitionNamesRule,
  UniqueDirectiveNamesRule,
  UniqueInputFieldNamesRule,
  KnownTypeNamesRule,
  PossibleTypeExtensionsRule,
];

/** What the rules about schemas ask of their context, which the library makes for itself only. */
type SchemaContext = Parameters<typeof UniqueTypeNamesRule>[0] & Parameters<typeof KnownTypeNamesRule>[0];

/** Reads a schema in the schema definition language, or the result of an introspection as JSON. Never throws. */
export function compileSchema(text: string): CompiledGraphql {
  try {
    return /^\uFEFF?\s*\{/.test(text) ? ofIntrospection(text) : ofDefinitions(text);
  } catch (error) {
    if (error instanceof GraphQLError) return { problems: [problemOf(error, text)] };
    const cause = error instanceof RangeError ? 'It is nested too deeply.' : 'It is not a schema of GraphQL.';
    return { problems: [{ message: cause, span: firstLine(text) }] };
  }
}

function ofDefinitions(text: string): CompiledGraphql {
  const document = parse(text);
  const errors = errorsIn(document);
  if (errors.length === 0)
    errors.push(...validateSchema(buildASTSchema(document, { assumeValidSDL: true })).filter(isOfSchema));
  return errors.length === 0
    ? { text, problems: [] }
    : { problems: errors.slice(0, maxProblems).map((error) => problemOf(error, text)) };
}

const maxProblems = 100;

function errorsIn(document: DocumentNode): GraphQLError[] {
  const errors: GraphQLError[] = [];
  const context = {
    getDocument: () => document,
    getSchema: () => undefined,
    reportError: (error: GraphQLError) => {
      errors.push(error);
    },
    hideSuggestions: false,
  } as unknown as SchemaContext;
  visit(document, visitInParallel(rules.map((rule) => rule(context))));
  return errors;
}

/** A name with two underscores in front works as any other one. */
function isOfSchema({ message }: GraphQLError): boolean {
  return !message.includes('must not begin with "__"');
}

function ofIntrospection(text: string): CompiledGraphql {
  const parsed = JSON.parse(text.replace(/^\uFEFF/, '')) as {
    readonly data?: Partial<IntrospectionQuery>;
  } & Partial<IntrospectionQuery>;
  const result = parsed.data ?? parsed;
  if (result.__schema === undefined) {
    const message = 'This file has no `__schema`. An introspection file is the response to an introspection query.';
    return { problems: [{ message, span: firstLine(text) }] };
  }
  return { text: printSchema(buildClientSchema(result as IntrospectionQuery)), problems: [] };
}

function problemOf(error: GraphQLError, text: string): { readonly message: string; readonly span: Span } {
  const message = plainMessage(error.message.replace(/^Syntax Error: /, '')).replace(/<EOF>/g, 'the end of the file');
  const nodes = error.nodes ?? [];
  const span = spanOf(nodes.at(-1));
  if (span) return { message, span };
  const at = error.positions?.[0];
  return { message, span: at === undefined ? firstLine(text) : { start: at, end: Math.min(text.length, at + 1) } };
}

function spanOf(node: ASTNode | undefined): Span | undefined {
  const { loc } = (node && 'name' in node ? node.name : node) ?? {};
  return loc && { start: loc.start, end: loc.end };
}

function firstLine(text: string): Span {
  return { start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0 };
}
