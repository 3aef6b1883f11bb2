import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  isObjectType,
  isUnionType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { GraphqlDocument, GraphqlElement, GraphqlOffers } from '@rulebook/catalogue/graphql';
import type { Span } from '@rulebook/text/span';
import {
  argumentElement,
  directiveElement,
  fieldElement,
  inputFieldElement,
  plain,
  typeElement,
  valueElements,
} from './elements';
import { isInText, isTooLarge, tokensOf } from './tokens';
import { wordAt, type GraphqlSlot } from './walk-document';

/** Returns what can be at a position. */
export function offersAt(document: GraphqlDocument, offset: number, schema: GraphQLSchema): GraphqlOffers | undefined {
  const { text } = document;
  if (isTooLarge(text) || isInText(text, offset)) return undefined;
  const { slot, span } = wordAt(text, offset, schema);
  const elements = elementsOf(slot, text, schema);
  return elements.length === 0 ? undefined : { span, elements };
}

/** Returns what the word at a position is; undefined where there is none, or the schema does not have it. */
export function elementAt(
  document: GraphqlDocument,
  offset: number,
  schema: GraphQLSchema,
): { readonly element: GraphqlElement; readonly span: Span } | undefined {
  const { text } = document;
  if (isTooLarge(text) || isInText(text, offset)) return undefined;
  const { slot, span, text: name } = wordAt(text, offset, schema);
  if (name === '') return undefined;
  const element =
    slot.kind === 'argument'
      ? slot.known.filter((one) => one.name === name).map((one) => argumentElement(slot.owner, one))[0]
      : slot.kind === 'none'
        ? declaredAt(text, span)
        : elementsOf(slot.kind === 'input-field' ? { ...slot, written: [] } : slot, text, schema).find(
            (one) => one.name === name && one.kind !== 'keyword',
          );
  return element && { element, span };
}

function elementsOf(slot: GraphqlSlot, text: string, schema: GraphQLSchema): readonly GraphqlElement[] {
  switch (slot.kind) {
    case 'keyword':
      return ['query', 'mutation', 'subscription', 'fragment'].map((word) => plain('keyword', word, ''));
    case 'field':
      return slot.parent === undefined ? [] : fieldsOf(slot.parent, schema);
    case 'spread':
      return [
        plain('keyword', 'on', ''),
        ...fragmentsIn(text).flatMap(({ name, type }) => {
          const own = schema.getType(type);
          return slot.parent && isCompositeType(own) && !mayBe(slot.parent, own, schema)
            ? []
            : [plain('fragment', name, '', type)];
        }),
      ];
    case 'condition':
      return conditionsFor(slot.parent, schema);
    case 'argument':
      return slot.known
        .filter(({ name }) => !slot.written.includes(name))
        .map((argument) => argumentElement(slot.owner, argument));
    case 'input-field': {
      const { type, written } = slot;
      if (!isInputObjectType(type)) return [];
      const free = Object.values(type.getFields()).filter(({ name }) => !written.includes(name));
      return free.map((field) => inputFieldElement(type.name, field));
    }
    case 'value':
      return [...literalsOf(slot.type), ...variablesFor(slot.type, text).map(withSign)];
    case 'variable':
      return variablesFor(slot.type, text);
    case 'variable-type':
      return Object.values(schema.getTypeMap())
        .filter((type) => isInputType(type) && !type.name.startsWith('__'))
        .map(typeElement);
    case 'directive':
      return schema.getDirectives().filter(isForDocuments).map(directiveElement);
    case 'none':
      return [];
  }
}

function fieldsOf(parent: GraphQLCompositeType, schema: GraphQLSchema): readonly GraphqlElement[] {
  const own: readonly GraphQLField<unknown, unknown>[] = isUnionType(parent) ? [] : Object.values(parent.getFields());
  const ofRoot = parent === schema.getQueryType() ? [SchemaMetaFieldDef, TypeMetaFieldDef] : [];
  const ofLibrary = [TypeNameMetaFieldDef, ...ofRoot].map((field) => ({
    ...fieldElement(parent.name, field),
    element: undefined,
  }));
  return [...own.map((field) => fieldElement(parent.name, field)), ...ofLibrary];
}

/** Returns the types that an object of a type can have. */
function conditionsFor(parent: GraphQLCompositeType | undefined, schema: GraphQLSchema): readonly GraphqlElement[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isCompositeType(type) && !type.name.startsWith('__'))
    .filter((type) => parent === undefined || mayBe(parent, type as GraphQLCompositeType, schema))
    .map(typeElement);
}

/** Returns whether an object can be of both types. */
function mayBe(one: GraphQLCompositeType, other: GraphQLCompositeType, schema: GraphQLSchema): boolean {
  if (one === other) return true;
  const ofOne = isObjectType(one) ? [one] : schema.getPossibleTypes(one);
  return ofOne.some((type) => (isObjectType(other) ? type === other : schema.isSubType(other, type)));
}

function literalsOf(type: GraphQLInputType | undefined): readonly GraphqlElement[] {
  const named = type && getNamedType(type);
  if (isEnumType(named)) return valueElements(named);
  if (named?.name !== 'Boolean') return [];
  return ['true', 'false'].map((word) => plain('value', word, '', 'Boolean'));
}

/** A variable that is declared with one of the types fits; lists and `!` are the library's to judge. */
function variablesFor(type: GraphQLInputType | undefined, text: string): readonly GraphqlElement[] {
  const wanted = type && getNamedType(isNonNullType(type) ? type.ofType : type).name;
  return variablesIn(text).filter(
    (variable) => wanted === undefined || variable.type.replace(/[[\]!]/g, '') === wanted,
  );
}

function withSign(variable: GraphqlElement): GraphqlElement {
  return { ...variable, name: `$${variable.name}` };
}

/** Returns the variables that the operations of a document declare. */
function variablesIn(text: string): readonly GraphqlElement[] {
  const tokens = tokensOf(text);
  const found = new Map<string, GraphqlElement>();
  for (const [index, { text: sign }] of tokens.entries()) {
    const name = tokens[index + 1];
    if (sign !== '$' || name?.kind !== 'name' || tokens[index + 2]?.text !== ':') continue;
    let end = index + 3;
    while (/^[[\]!]$|^\w/.test(tokens[end]?.text ?? '') && !isBehindType(tokens[end - 1]?.text, tokens[end]?.text))
      end++;
    const type = tokens.slice(index + 3, end).map((token) => token.text);
    found.set(name.text, plain('variable', name.text, '', type.join('')));
  }
  return [...found.values()];
}

/** A name behind a name or behind its signs is no longer the type. */
function isBehindType(before = '', here = ''): boolean {
  return /^\w/.test(here) && /^[\]!]$|^\w/.test(before);
}

/** Returns what a name that the document itself defines is: a variable or a fragment. */
function declaredAt(text: string, { start }: Span): GraphqlElement | undefined {
  const tokens = tokensOf(text);
  const index = tokens.findIndex(({ span }) => span.start === start);
  const name = tokens[index]?.text ?? '';
  if (tokens[index - 1]?.text === '$') return variablesIn(text).find((one) => one.name === name);
  if (tokens[index - 1]?.text !== 'fragment') return undefined;
  const fragment = fragmentsIn(text).find((one) => one.name === name);
  return fragment && plain('fragment', name, '', fragment.type);
}

function fragmentsIn(text: string): readonly { readonly name: string; readonly type: string }[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ text: word }, index) => {
    const [name, on, type] = tokens.slice(index + 1, index + 4);
    return word === 'fragment' && name?.kind === 'name' && on?.text === 'on' && type?.kind === 'name'
      ? [{ name: name.text, type: type.text }]
      : [];
  });
}

function isForDocuments({ locations }: { readonly locations: readonly string[] }): boolean {
  return locations.some((location) =>
    /^(?:QUERY|MUTATION|SUBSCRIPTION|FIELD|FRAGMENT_\w+|INLINE_FRAGMENT|VARIABLE_DEFINITION)$/.test(location),
  );
}
