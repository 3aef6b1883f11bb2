import type { Field, ObjectShape, Shape, SwitchShape } from '@rulebook/catalogue/shape';
import { perObject } from '@rulebook/text/structures/memo';
import { copyWithout, lazyRecord, perAccess, withGetters } from './lazy-members';
import { optionsOf } from './merge-shapes';

type SingleShape = Exclude<Shape, { readonly type: 'choice' }>;

/** Returns a described shape with the languages of the texts in it, and nothing else of what is known of it. */
export function withLanguages(described: Shape, known: Shape): Shape {
  return languagesOf(described)(known)();
}

const languagesOf = perObject((described: Shape) =>
  perObject((known: Shape) => {
    let found: Shape | undefined;
    return () => (found ??= overlaid(described, known));
  }),
);

function overlaid(described: Shape, known: Shape): Shape {
  if (described.type === 'any') return known;
  if (described.type === 'choice') {
    const options = perAccess(() =>
      meantOptions(described.options, known).flatMap((option) => optionsOf(withLanguages(option, known))),
    );
    return withGetters(copyOf(described), { options });
  }
  const type = described.type === 'switch' ? 'object' : described.type;
  const own = optionsOf(known).find((one) => one.type === type);
  return own === undefined ? described : overlaidSingle(described, own);
}

/** Of several objects, those that have members of the known one: the others are another form of the text in it. */
function meantOptions(options: readonly SingleShape[], known: Shape): readonly SingleShape[] {
  const names = new Set(
    optionsOf(known).flatMap((one) => (one.type === 'object' ? one.fields.map(({ name }) => name) : [])),
  );
  const isMeant = (one: SingleShape): boolean =>
    one.type === 'object' && one.fields.some(({ name }) => names.has(name));
  const objects = options.filter(({ type }) => type === 'object');
  if (objects.length < 2 || !objects.some(isMeant)) return options;
  return options.filter((one) => one.type !== 'object' || isMeant(one));
}

function overlaidSingle(described: SingleShape, known: SingleShape): SingleShape {
  if (described.type === 'string' && known.type === 'string')
    return known.query === undefined ? described : { ...described, query: known.query };
  if (described.type === 'array' && known.type === 'array')
    return withGetters(copyOf(described), { items: perAccess(() => withLanguages(described.items, known.items)) });
  if (described.type === 'object' && known.type === 'object') return overlaidObject(described, known);
  return described.type === 'switch' ? overlaidSwitch(described, known) : described;
}

/** Each of the forms that an object may have gets the languages. */
function overlaidSwitch(described: SwitchShape, known: Shape): SwitchShape {
  const ofCase = (shape: Case): Case => {
    const found = withLanguages(shape, known);
    return found.type === 'object' || found.type === 'switch' ? found : shape;
  };
  return withGetters(copyOf(described), {
    cases: perAccess(() =>
      lazyRecord(Object.keys(described.cases), (name) => ofCase(described.cases[name] ?? described.otherwise)),
    ),
    otherwise: perAccess(() => ofCase(described.otherwise)),
    ...(described.absent && { absent: perAccess(() => described.absent && ofCase(described.absent)) }),
  });
}

type Case = SwitchShape['otherwise'];

function overlaidObject(described: ObjectShape, known: ObjectShape): ObjectShape {
  const knownOf = (name: string): Shape | undefined =>
    known.fields.find((field) => field.name === name || field.aliases?.includes(name) === true)?.shape ??
    known.entries?.shape;
  const fields = perAccess(() =>
    described.fields.map((field): Field => {
      const own = knownOf(field.name);
      return own === undefined
        ? field
        : withGetters(copyOf(field), { shape: perAccess(() => withLanguages(field.shape, own)) });
    }),
  );
  const entries = perAccess(() => {
    const own = known.entries?.shape;
    return described.entries && own
      ? { ...described.entries, shape: withLanguages(described.entries.shape, own) }
      : described.entries;
  });
  return withGetters(copyOf(described), { fields, ...(described.entries && { entries }) });
}

/** Returns a copy whose members are still computed when they are read. */
function copyOf<T extends object>(of: T): T {
  return copyWithout(of, []);
}
