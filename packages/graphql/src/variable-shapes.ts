import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  print,
  typeFromAST,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { GraphqlDocument, GraphqlSource, GraphqlVariables } from '@rulebook/catalogue/graphql';
import type { ChoiceShape, Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { parsedDocument } from './read-document';

type PlainShape = ChoiceShape['options'][number];

/** Creates the function that returns the variables of an operation as the members of an object. */
export function createVariableShapes(schema: GraphQLSchema, { provenanceOf }: GraphqlSource) {
  const objects = new Map<string, ObjectShape>();
  const enums = new Map<string, PlainShape>();

  const shapeOf = (type: GraphQLInputType): Shape => {
    if (isNonNullType(type)) return choiceOf(plainShapes(type));
    return choiceOf([...plainShapes(type), { type: 'null', isTolerated: true }]);
  };
  const plainShapes = (type: GraphQLInputType): readonly PlainShape[] => {
    const plain = getNullableType(type) as GraphQLInputType;
    // A value alone stands for a list of it.
    if (isListType(plain)) {
      const inner = plain.ofType as GraphQLInputType;
      return [{ type: 'array', items: shapeOf(inner) }, ...plainShapes(inner).filter(isSingle).map(tolerated)];
    }
    if (isEnumType(plain)) return [enumShape(plain)];
    if (isInputObjectType(plain)) return [objectShape(plain)];
    switch ('name' in plain ? plain.name : '') {
      case 'Int':
        return [{ type: 'integer' }];
      case 'Float':
        return [{ type: 'number' }];
      case 'String':
        return [{ type: 'string' }];
      case 'Boolean':
        return [{ type: 'boolean' }];
      case 'ID':
        return [{ type: 'string' }, { type: 'integer' }];
      default:
        // What a scalar of one's own accepts, no schema says.
        return [{ type: 'any' }];
    }
  };
  const enumShape = (type: GraphQLEnumType): PlainShape => {
    const known = enums.get(type.name);
    if (known) return known;
    const values = type.getValues().map(({ name, description }) => ({
      value: name,
      ...(isText(description) && { summary: description }),
    }));
    const made: PlainShape = { type: 'string', values: { closed: true, values, provenance: provenanceOf(type.name) } };
    enums.set(type.name, made);
    return made;
  };
  const objectShape = (type: GraphQLInputObjectType): ObjectShape => {
    const known = objects.get(type.name);
    if (known) return known;
    let fields: readonly Field[] | undefined;
    const made: ObjectShape = {
      type: 'object',
      name: type.name,
      isClosed: true,
      provenance: provenanceOf(type.name),
      // Objects can hold themselves, so what is in one is made when it is asked for.
      get fields() {
        return (fields ??= Object.values(type.getFields()).map((field): Field => {
          const { name, description, deprecationReason, type: ofField, astNode } = field;
          return {
            name,
            summary: isText(description) ? description : '',
            provenance: provenanceOf(`${type.name}.${name}`),
            shape: shapeOf(ofField),
            ...(isRequiredInputField(field) && { required: true }),
            ...(isText(deprecationReason) && { deprecated: deprecationReason }),
            ...(astNode?.defaultValue && { default: defaultOf(astNode.defaultValue) }),
          };
        }));
      },
    };
    objects.set(type.name, made);
    return made;
  };
  const fieldOf = ({ variable, type: written, defaultValue }: VariableDefinitionNode): Field => {
    // A type that is not an input is reported in the document.
    const type = typeFromAST(schema, written as Parameters<typeof typeFromAST>[1]) as GraphQLInputType | undefined;
    const named = print(written).replace(/[[\]!]/g, '');
    const description = schema.getType(named)?.description;
    return {
      name: variable.name.value,
      summary: isText(description) ? description : '',
      provenance: provenanceOf(schema.getType(named)?.astNode ? named : ''),
      shape: type === undefined ? { type: 'any' } : shapeOf(type),
      ...(written.kind === Kind.NON_NULL_TYPE && defaultValue === undefined && { required: true }),
      ...(defaultValue && { default: defaultOf(defaultValue) }),
    };
  };
  return (document: GraphqlDocument, wanted: string | undefined): GraphqlVariables | undefined => {
    const parsed = parsedDocument(document);
    if (parsed?.isWhole !== true) return undefined;
    const operation = operationOf(
      parsed.tree.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode[],
      wanted,
    );
    if (operation === undefined) return undefined;
    const definitions = operation.variableDefinitions ?? [];
    const fields = definitions.map(fieldOf);
    return {
      shape: { type: 'object', name: 'variables', provenance: provenanceOf(''), fields },
      required: definitions.flatMap(({ variable: { name, loc } }, index) =>
        fields[index]?.required === true && loc ? [{ name: name.value, span: { start: loc.start, end: loc.end } }] : [],
      ),
    };
  };
}

function operationOf(
  operations: readonly OperationDefinitionNode[],
  wanted: string | undefined,
): OperationDefinitionNode | undefined {
  if (wanted !== undefined) return operations.find(({ name }) => name?.value === wanted);
  return operations.length === 1 ? operations[0] : undefined;
}

/** Returns a default of the document as JSON; names of enumerations are strings there. */
function defaultOf(value: NonNullable<VariableDefinitionNode['defaultValue']>): string {
  return value.kind === Kind.ENUM ? JSON.stringify(value.value) : print(value);
}

function choiceOf(options: readonly PlainShape[]): Shape {
  const [only] = options;
  return only !== undefined && (options.length === 1 || only.type === 'any') ? only : { type: 'choice', options };
}

function isSingle({ type }: PlainShape): boolean {
  return type !== 'array';
}

/** A message names the list only. */
function tolerated(shape: PlainShape): PlainShape {
  return shape.type === 'string' ? { ...shape, isTolerated: true } : shape;
}

function isText(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}
