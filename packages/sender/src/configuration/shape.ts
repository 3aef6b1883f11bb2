// What a value of a configuration looks like, as data: the reader, the schemas and the documentation are made of it.

/** A value of a configuration. */
export type Shape =
  | StringShape
  | NameShape
  | ChoiceShape
  | FlagShape
  | NumberShape
  | ObjectShape
  | MapShape
  | ListShape;

/** A string, perhaps of a certain form. */
export interface StringShape<T extends string = string> {
  readonly kind: 'string';
  /** What it must be, behind "must be": a noun with its article. */
  readonly noun: string;
  /** The source of a regular expression that JSON schemas understand, too. */
  readonly pattern?: string;
  /** In UTF-16 code units. */
  readonly maximumLength?: number;
  /** Only for the type of what is read. */
  readonly type?: T;
}

/** The name of something that is known or that the file itself defines. */
export interface NameShape {
  readonly kind: 'name';
  /** What it is the name of, for example `service`. */
  readonly of: string;
  readonly known: readonly string[];
  /** The member of the file whose keys are such names, too. */
  readonly definedIn: string;
}

/** One of some strings. */
export interface ChoiceShape<T extends string = string> {
  readonly kind: 'choice';
  readonly values: readonly T[];
}

/** `true` or `false`. */
export interface FlagShape {
  readonly kind: 'flag';
}

/** A number between two others, which are allowed, too. */
export interface NumberShape {
  readonly kind: 'number';
  readonly minimum: number;
  readonly maximum: number;
  readonly isInteger?: boolean;
}

/** An object with known members. */
export interface ObjectShape<M extends Members = Members> {
  readonly kind: 'object';
  readonly members: M;
  /** One wrong member makes the whole object unusable; without it, only a wrong member that is required does. */
  readonly isWhole?: boolean;
  /** Names of members that must not occur, and why. */
  readonly forbidden?: { readonly names: RegExp; readonly reason: string };
  /** What to do in place of members that people look for here: sentences by name. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** An object from names to values of one shape. */
export interface MapShape<V extends Shape = Shape> {
  readonly kind: 'map';
  /** What a name is the name of, for example `endpoint`. */
  readonly of: string;
  readonly values: V;
  /** Known names, with a sentence about each. */
  readonly known?: readonly { readonly name: string; readonly description?: string }[];
  /** Other names than the known ones are errors; without it, warnings. */
  readonly isClosed?: boolean;
  /** The member of the file whose keys are known names, too. */
  readonly definedIn?: string;
  /** What every name must be; without it, any string. */
  readonly names?: StringShape;
}

/** A list of values of one shape. */
export interface ListShape<V extends Shape = Shape> {
  readonly kind: 'list';
  readonly items: V;
  /** One value may be without brackets. */
  readonly allowsOne?: boolean;
}

/** The members of an object by their names. */
export type Members = Readonly<Record<string, Member>>;

/** A member of an object, and what users read about it. */
export interface Member<S extends Shape = Shape> {
  readonly shape: S;
  readonly required?: true;
  /** Sentences in Markdown. */
  readonly description: string;
  /** What holds without the member, in Markdown. */
  readonly absent?: string;
  /** A value that a user could write. */
  readonly example: unknown;
  /** What is read of a value that cannot be used; nothing unless given. */
  readonly unreadable?: unknown;
}

/** What is read of a value of a shape. */
export type ValueOf<S extends Shape> =
  S extends StringShape<infer T>
    ? T
    : S extends NameShape
      ? string
      : S extends ChoiceShape<infer T>
        ? T
        : S extends FlagShape
          ? boolean
          : S extends NumberShape
            ? number
            : S extends MapShape<infer V>
              ? Readonly<Record<string, ValueOf<V>>>
              : S extends ListShape<infer V>
                ? readonly ValueOf<V>[]
                : S extends ObjectShape<infer M>
                  ? { readonly [K in RequiredIn<M>]: ValueOf<M[K]['shape']> } & {
                      readonly [K in Exclude<keyof M, RequiredIn<M>>]?: ValueOf<M[K]['shape']>;
                    }
                  : never;

type RequiredIn<M extends Members> = { [K in keyof M]: M[K] extends { readonly required: true } ? K : never }[keyof M];

/** Returns names as code, in a list for a sentence. */
export function quotedInWords(names: readonly string[], conjunction: 'and' | 'or'): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} ${conjunction} ${last}`;
}

/** Returns what a value of a shape must be, behind "must be". */
export function nounOf(shape: Shape): string {
  switch (shape.kind) {
    case 'string':
      return shape.noun;
    case 'name':
      return `the name of a ${shape.of}`;
    case 'choice':
      return quotedInWords(shape.values, 'or');
    case 'flag':
      return '`true` or `false`';
    case 'object': {
      const required = requiredIn(shape);
      return required.length === 0 ? 'an object' : `an object with ${quotedInWords(required, 'and')}`;
    }
    case 'map':
      return `an object whose keys are names of ${shape.of}s`;
    case 'number':
      return `${shape.isInteger ? 'a whole number' : 'a number'} from ${shape.minimum} to ${shape.maximum}`;
    case 'list':
      return shape.allowsOne ? `${nounOf(shape.items)}, or an array of these` : 'an array';
  }
}

/** Returns the names of the members that an object needs. */
export function requiredIn({ members }: ObjectShape): readonly string[] {
  return Object.keys(members).filter((name) => members[name]?.required);
}
