import {
  getNamedType,
  getNullableType,
  isEnumType,
  isRequiredArgument,
  isRequiredInputField,
  print,
  type GraphQLArgument,
  type GraphQLDirective,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
} from 'graphql';
import type { GraphqlElement } from '@rulebook/catalogue/graphql';

type Texts = {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
};

/** Returns what a field is. */
export function fieldElement(owner: string, field: GraphQLField<unknown, unknown>): GraphqlElement {
  return {
    ...plain('field', field.name, owner),
    type: String(field.type),
    ...textsOf(field),
    arguments: field.args.map((argument) => ({
      name: argument.name,
      type: String(argument.type),
      ...defaultOf(argument),
    })),
    values: valuesOf(field.type),
    element: `${owner}.${field.name}`,
  };
}

/** Returns what an argument of a field or of a directive is. */
export function argumentElement(owner: string, argument: GraphQLArgument): GraphqlElement {
  return {
    ...plain('argument', argument.name, owner),
    type: String(argument.type),
    isRequired: isRequiredArgument(argument),
    ...textsOf(argument),
    ...defaultOf(argument),
    values: valuesOf(argument.type),
    element: `${owner}(${argument.name}:)`,
  };
}

/** Returns what a member of an input object is. */
export function inputFieldElement(owner: string, field: GraphQLInputField): GraphqlElement {
  return {
    ...plain('input field', field.name, owner),
    type: String(field.type),
    isRequired: isRequiredInputField(field),
    ...textsOf(field),
    ...defaultOf(field),
    values: valuesOf(field.type),
    element: `${owner}.${field.name}`,
  };
}

/** Returns what the values of an enumeration are. */
export function valueElements(type: GraphQLEnumType): readonly GraphqlElement[] {
  return type.getValues().map((value) => ({
    ...plain('value', value.name, type.name),
    type: type.name,
    ...textsOf(value),
    element: `${type.name}.${value.name}`,
  }));
}

/** Returns what a type is. */
export function typeElement(type: GraphQLNamedType): GraphqlElement {
  const isBuiltIn = type.astNode == null;
  return {
    ...plain('type', type.name, ''),
    ...textsOf(type),
    values: valuesOf(type),
    element: isBuiltIn ? undefined : type.name,
  };
}

/** Returns what a directive is. */
export function directiveElement(directive: GraphQLDirective): GraphqlElement {
  return {
    ...plain('directive', directive.name, ''),
    ...textsOf(directive),
    arguments: directive.args.map((one) => ({ name: one.name, type: String(one.type), ...defaultOf(one) })),
    element: directive.astNode == null ? undefined : `@${directive.name}`,
  };
}

/** Returns what only the document has. */
export function plain(kind: GraphqlElement['kind'], name: string, owner: string, type = ''): GraphqlElement {
  return { kind, name, owner, type, isRequired: false, arguments: [], values: [], element: undefined };
}

function textsOf({ description, deprecationReason }: Texts): Pick<GraphqlElement, 'summary' | 'deprecated'> {
  return {
    ...(typeof description === 'string' && description !== '' && { summary: description }),
    ...(typeof deprecationReason === 'string' && { deprecated: deprecationReason }),
  };
}

function defaultOf({ astNode }: Pick<GraphQLArgument, 'astNode'>): Pick<GraphqlElement, 'default'> {
  return astNode?.defaultValue ? { default: print(astNode.defaultValue) } : {};
}

function valuesOf(type: GraphQLType): readonly string[] {
  const named = getNamedType(getNullableType(type));
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
}
