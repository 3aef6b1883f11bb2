import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isUnionType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { Span } from '@rulebook/text/span';
import { tokensOf, type GraphqlToken } from './tokens';

/** What a word at a position is. */
export type GraphqlSlot =
  | { readonly kind: 'keyword' }
  | { readonly kind: 'field'; readonly parent: GraphQLCompositeType | undefined }
  /** Behind `...`: the name of a fragment, or `on`. */
  | { readonly kind: 'spread'; readonly parent: GraphQLCompositeType | undefined }
  | { readonly kind: 'condition'; readonly parent: GraphQLCompositeType | undefined }
  | {
      readonly kind: 'argument';
      readonly owner: string;
      readonly known: readonly GraphQLArgument[];
      readonly written: readonly string[];
    }
  | { readonly kind: 'value'; readonly type: GraphQLInputType | undefined }
  | { readonly kind: 'input-field'; readonly type: GraphQLInputType | undefined; readonly written: readonly string[] }
  /** Behind `$`. */
  | { readonly kind: 'variable'; readonly type: GraphQLInputType | undefined }
  | { readonly kind: 'variable-type' }
  | { readonly kind: 'directive' }
  | { readonly kind: 'none' };

/** A word, or the place for one, with what it is. */
interface GraphqlWord {
  readonly slot: GraphqlSlot;
  readonly text: string;
  readonly span: Span;
}

/** Returns what a position of a document means, however unfinished the document is. */
export function wordAt(text: string, offset: number, schema: GraphQLSchema): GraphqlWord {
  const tokens = tokensOf(text);
  const here = tokens.find(({ kind, span }) => kind === 'name' && span.start <= offset && offset <= span.end);
  const word = here ?? { kind: 'name', text: '', span: { start: offset, end: offset } };
  const others = here ? tokens : withWord(tokens, word);
  const walk = new Walk(others, word, schema);
  walk.document();
  return { slot: walk.found ?? { kind: 'none' }, text: word.text, span: word.span };
}

/** A word is being typed here, as far as the rest of the document is concerned. */
function withWord(tokens: readonly GraphqlToken[], word: GraphqlToken): readonly GraphqlToken[] {
  const at = tokens.findIndex(({ span }) => span.start >= word.span.start);
  return at < 0 ? [...tokens, word] : [...tokens.slice(0, at), word, ...tokens.slice(at)];
}

/** More brackets in one another are not followed. */
const deepest = 150;

/** Goes through tokens as through a document, with the types of the schema, and never fails: what does not fit is passed over. */
class Walk {
  readonly #tokens: readonly GraphqlToken[];
  readonly #word: GraphqlToken;
  readonly #schema: GraphQLSchema;
  #at = 0;
  #depth = 0;
  /** What the word is. */
  found: GraphqlSlot | undefined;

  constructor(tokens: readonly GraphqlToken[], word: GraphqlToken, schema: GraphQLSchema) {
    this.#tokens = tokens;
    this.#word = word;
    this.#schema = schema;
  }

  document(): void {
    while (this.#isOpen()) {
      const { text } = this.#current();
      if (text === '{') this.#selections(this.#schema.getQueryType() ?? undefined);
      else if (text === 'fragment') this.#fragment();
      else if (text === 'query' || text === 'mutation' || text === 'subscription') this.#operation(text);
      else this.#take({ kind: 'keyword' });
    }
  }

  #isOpen(): boolean {
    return this.found === undefined && this.#at < this.#tokens.length;
  }

  #current(): GraphqlToken {
    return this.#tokens[this.#at] ?? { kind: 'mark', text: '', span: { start: 0, end: 0 } };
  }

  #isAt(text: string): boolean {
    return this.#isOpen() && this.#current().text === text;
  }

  #isName(): boolean {
    return this.#isOpen() && this.#current().kind === 'name';
  }

  /** Passes over a token, and notes what the word is. */
  #take(slot: GraphqlSlot = { kind: 'none' }): string {
    const token = this.#current();
    if (token === this.#word) this.found = slot;
    this.#at++;
    return token.text;
  }

  #operation(kind: 'query' | 'mutation' | 'subscription'): void {
    this.#take({ kind: 'keyword' });
    if (this.#isName()) this.#take();
    if (this.#isAt('(')) this.#definitions();
    this.#directives();
    const types = {
      query: this.#schema.getQueryType(),
      mutation: this.#schema.getMutationType(),
      subscription: this.#schema.getSubscriptionType(),
    };
    if (this.#isAt('{')) this.#selections(types[kind] ?? undefined);
  }

  #fragment(): void {
    this.#take({ kind: 'keyword' });
    if (this.#isName() && !this.#isAt('on')) this.#take();
    let type: GraphQLCompositeType | undefined;
    if (this.#isAt('on')) {
      this.#take();
      type = this.#condition(undefined);
    }
    this.#directives();
    if (this.#isAt('{')) this.#selections(type);
  }

  #condition(parent: GraphQLCompositeType | undefined): GraphQLCompositeType | undefined {
    if (!this.#isName()) return undefined;
    const type = this.#schema.getType(this.#take({ kind: 'condition', parent }));
    return isCompositeType(type) ? type : undefined;
  }

  /** `($id: ID! = 1, $other: [Int])` */
  #definitions(): void {
    this.#take();
    while (this.#isOpen() && !this.#isAt(')')) {
      if (this.#isAt('{')) return;
      if (this.#isAt('$')) {
        this.#take();
        if (this.#isName()) this.#take();
        if (!this.#isAt(':')) continue;
        this.#take();
        while (this.#isAt('[')) this.#take();
        const type = this.#isName() ? this.#schema.getType(this.#take({ kind: 'variable-type' })) : undefined;
        while (this.#isAt(']') || this.#isAt('!')) this.#take();
        if (this.#isAt('=')) {
          this.#take();
          this.#value(type as GraphQLInputType | undefined);
        }
        this.#directives();
      } else this.#take();
    }
    if (this.#isAt(')')) this.#take();
  }

  #directives(): void {
    while (this.#isAt('@')) {
      this.#take();
      if (!this.#isName()) continue;
      const name = this.#take({ kind: 'directive' });
      const directive = this.#schema.getDirective(name) ?? undefined;
      if (this.#isAt('(')) this.#arguments(ownerOf(directive), directive?.args ?? []);
    }
  }

  #selections(parent: GraphQLCompositeType | undefined): void {
    this.#take();
    if (++this.#depth > deepest) this.#at = this.#tokens.length;
    while (this.#isOpen() && !this.#isAt('}')) {
      if (this.#isAt('...')) this.#spread(parent);
      else if (this.#isName()) this.#field(parent);
      else if (this.#isAt('{')) this.#selections(undefined);
      else if (this.#isAt('(')) this.#arguments('', []);
      else this.#take();
    }
    this.#depth--;
    if (this.#isAt('}')) this.#take();
  }

  #spread(parent: GraphQLCompositeType | undefined): void {
    this.#take();
    let type = parent;
    if (this.#isAt('on') && this.#current() !== this.#word) {
      this.#take();
      type = this.#condition(parent);
    } else if (this.#isName()) this.#take({ kind: 'spread', parent });
    this.#directives();
    if (this.#isAt('{')) this.#selections(type);
  }

  #field(parent: GraphQLCompositeType | undefined): void {
    // In front of a colon is another name for the result.
    const isAlias = this.#tokens[this.#at + 1]?.text === ':';
    let name = this.#take(isAlias ? { kind: 'none' } : { kind: 'field', parent });
    if (isAlias && this.#isOpen()) {
      this.#take();
      if (!this.#isName()) return;
      name = this.#take({ kind: 'field', parent });
    }
    const field = parent && this.#fieldOf(parent, name);
    if (this.#isAt('(')) this.#arguments(parent && field ? `${parent.name}.${field.name}` : '', field?.args ?? []);
    this.#directives();
    const type = field && getNamedType(field.type);
    if (this.#isAt('{')) this.#selections(isCompositeType(type) ? type : undefined);
  }

  #fieldOf(parent: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined {
    if (parent === this.#schema.getQueryType())
      for (const field of [SchemaMetaFieldDef, TypeMetaFieldDef]) if (field.name === name) return field;
    // Without a prototype.
    return isUnionType(parent) ? undefined : parent.getFields()[name];
  }

  #arguments(owner: string, known: readonly GraphQLArgument[]): void {
    this.#take();
    const written: string[] = [];
    while (this.#isOpen() && !this.#isAt(')')) {
      // A bracket that was not closed yet.
      if (this.#isAt('{') || this.#isAt('}')) return;
      if (!this.#isName()) {
        this.#take();
        continue;
      }
      const name = this.#take({ kind: 'argument', owner, known, written });
      written.push(name);
      if (!this.#isAt(':')) continue;
      this.#take();
      this.#value(known.find((one) => one.name === name)?.type);
    }
    if (this.#isAt(')')) this.#take();
  }

  #value(type: GraphQLInputType | undefined): void {
    if (!this.#isOpen()) return;
    if (this.#isAt('$')) {
      this.#take();
      if (this.#isName()) this.#take({ kind: 'variable', type });
    } else if (this.#isAt('[')) this.#list(type);
    else if (this.#isAt('{')) this.#object(type);
    else if (this.#current().kind !== 'mark') this.#take({ kind: 'value', type });
  }

  #list(type: GraphQLInputType | undefined): void {
    this.#take();
    if (++this.#depth > deepest) this.#at = this.#tokens.length;
    const plain = type && getNullableType(type);
    const inner = isListType(plain) ? (plain.ofType as GraphQLInputType) : undefined;
    while (this.#isOpen() && !this.#isAt(']')) {
      const before = this.#at;
      this.#value(inner);
      // A bracket that was not closed yet.
      if (this.#at === before) return;
    }
    this.#depth--;
    if (this.#isAt(']')) this.#take();
  }

  #object(type: GraphQLInputType | undefined): void {
    this.#take();
    if (++this.#depth > deepest) this.#at = this.#tokens.length;
    const named = type && getNamedType(type);
    const fields = isInputObjectType(named) ? named.getFields() : {};
    const written: string[] = [];
    while (this.#isOpen() && !this.#isAt('}')) {
      if (this.#isAt(')') || this.#isAt('{')) return;
      if (!this.#isName()) {
        this.#take();
        continue;
      }
      const name = this.#take({ kind: 'input-field', type: named as GraphQLInputType | undefined, written });
      written.push(name);
      if (!this.#isAt(':')) continue;
      this.#take();
      this.#value(fields[name]?.type);
    }
    this.#depth--;
    if (this.#isAt('}')) this.#take();
  }
}

function ownerOf(directive: GraphQLDirective | undefined): string {
  return directive === undefined ? '' : `@${directive.name}`;
}
