import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Field, KeyPattern, MisplacedField, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { anything } from '@rulebook/catalogue/shapes';
import { once } from '@rulebook/text/structures/once';
import type { BehaviourName } from '../behaviours';
import { conventions } from '../sources';
import { reference } from '../source-document';

/** Where it is that the forms mean the same. */
const bothForms = reference('Snapshot repository', conventions);

/** Settings that are alike, such as the level of each logger. */
export interface SettingFamily {
  readonly beginning: string;
  /** The source of a regular expression, without anchors. */
  readonly rest: string;
  readonly shape: Shape;
}

/** The settings of something, by their full dotted names. Lists of settings may be getters: they are asked for with the first member. */
export interface SettingList {
  /** What the object is called in messages, for example `index settings`. */
  readonly name: string;
  readonly settings: readonly Field[];
  /** Names may leave out this beginning, for example `index.`. */
  readonly prefix?: string;
  /** Beginnings of names that anything may follow, and names of which nothing more is known. */
  readonly free: readonly string[];
  /** Settings of which users choose a part of the name: what follows the beginning and a dot matches `rest`. */
  readonly families?: readonly SettingFamily[];
  /** Members of the object that are no settings. */
  readonly besides?: readonly Field[];
  /** Known names that are refused here, and why. */
  readonly misplaced?: readonly MisplacedField[];
  /** Where the names are listed. */
  readonly provenance: Provenance;
  /** Where it is that other names are refused. */
  readonly refusal: Provenance;
}

/**
 * Returns an object that accepts settings in all their forms: dotted names, with and without the beginning that may be left out, nested
 * objects, and mixtures. What it contains is made on first use: few of the levels are ever written.
 */
export function settingsObject(list: SettingList): ObjectShape {
  return new SettingTree(list).top();
}

/** Returns the constraint that each setting occurs once, in any form. Names may leave out `prefix`. */
export function onceOnly(prefix = ''): readonly Constraint[] {
  return [{ rule: 'repeated-setting', options: { prefix }, provenance: bothForms }];
}

/** Where plugins add settings to the lists, a name that is not listed may be one of theirs. */
const openSettings: BehaviourName = 'settings-of-plugins';

class SettingTree {
  readonly #list: SettingList;
  /** By the beginning of the names below them. */
  readonly #levels = new Map<string, ObjectShape>();
  /** The beginnings of names before each of their dots but the last. */
  readonly #beginnings: () => ReadonlySet<string>;

  constructor(list: SettingList) {
    this.#list = list;
    this.#beginnings = once(() => beginningsIn(list));
  }

  top(): ObjectShape {
    const { name, prefix, besides } = this.#list;
    return this.#made(name, prefix === undefined ? [''] : ['', prefix], { constraints: onceOnly(prefix), besides });
  }

  /** Returns the object with what follows a beginning of names. */
  #below(beginning: string): ObjectShape {
    const known = this.#levels.get(beginning);
    if (known !== undefined) return known;
    const made = this.#made(`settings of ${beginning}`, [`${beginning}.`]);
    this.#levels.set(beginning, made);
    return made;
  }

  #made(
    name: string,
    starts: readonly string[],
    { besides = [], constraints }: Pick<SettingList, 'besides'> & Pick<ObjectShape, 'constraints'> = {},
  ): ObjectShape {
    const { refusal, provenance } = this.#list;
    const fields = once(() => [...this.#fields(starts), ...besides]);
    const patterns = once(() => this.#patterns(starts));
    const misplaced = once(() => this.#misplaced(starts));
    return {
      type: 'object',
      name,
      provenance,
      refusal,
      openedBy: openSettings,
      ...(starts.includes('') ? undefined : { typeProvenance: refusal }),
      constraints,
      ...(starts.includes('') ? undefined : { isOtherForm: true }),
      get fields() {
        return fields();
      },
      get patterns() {
        return patterns();
      },
      get misplaced() {
        return misplaced();
      },
    };
  }

  #fields(starts: readonly string[]): readonly Field[] {
    const leaves = this.#list.settings.flatMap((setting): readonly Field[] => {
      const [name, ...aliases] = restsOf(setting.name, starts);
      if (name === undefined) return [];
      return [{ ...setting, name, ...(aliases.length > 0 && { aliases }), shape: this.#shapeOf(setting) }];
    });
    const taken = new Set(leaves.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
    const branches: Field[] = [];
    for (const beginning of this.#beginnings())
      for (const word of restsOf(beginning, starts))
        if (!word.includes('.') && !taken.has(word)) branches.push(this.#branch(word, beginning));
    return [...leaves, ...branches];
  }

  #branch(name: string, beginning: string): Field {
    const shape = (): ObjectShape => this.#below(beginning);
    const summary = 'Settings whose names continue here.';
    return {
      name,
      summary,
      provenance: this.#list.provenance,
      get shape() {
        return shape();
      },
    };
  }

  /** The name of a setting may also be the beginning of others. */
  #shapeOf({ name, shape }: Field): Shape {
    if (!this.#beginnings().has(name)) return shape;
    const options = shape.type === 'choice' ? shape.options : [shape];
    const others = options.filter(({ type }) => type !== 'object');
    return { type: 'choice', options: [...others, this.#below(name)], typeProvenance: shape.typeProvenance };
  }

  /** Keys that are accepted and not offered: with more words than one before an object, and whatever is free. */
  #patterns(starts: readonly string[]): NonNullable<ObjectShape['patterns']> {
    const nested: KeyPattern[] = [];
    for (const beginning of this.#beginnings()) {
      const keys = restsOf(beginning, starts).filter((rest) => rest.includes('.'));
      if (keys.length > 0) nested.push(this.#nested(new Set(keys), beginning));
    }
    const alike = (this.#list.families ?? []).flatMap(({ beginning, rest, shape }) =>
      restsOf(`${beginning}.`, starts).map((here) => ({ ...unnamed, pattern: `^${literal(here)}(?:${rest})$`, shape })),
    );
    const beginnings = new Set(this.#list.free.flatMap((name) => restsOf(name, starts)));
    return [
      ...nested,
      // Names with a wildcard set several settings back.
      { ...unnamed, pattern: '\\*', shape: anything },
      ...alike,
      { ...unnamed, beginnings, shape: anything },
    ];
  }

  #nested(keys: ReadonlySet<string>, beginning: string): KeyPattern {
    const shape = (): ObjectShape => this.#below(beginning);
    return {
      summary: unnamed.summary,
      keys,
      get shape() {
        return shape();
      },
    };
  }

  #misplaced(starts: readonly string[]): readonly MisplacedField[] {
    const { misplaced = [], prefix, settings } = this.#list;
    const here = misplaced.flatMap((one) => {
      const names = one.names.flatMap((name) => restsOf(name, starts));
      return names.length === 0 ? [] : [{ ...one, names }];
    });
    return prefix !== undefined && starts.length === 1 && starts[0] === prefix
      ? [...here, ...this.#repeated(prefix, settings)]
      : here;
  }

  /** The beginning that may be left out, once more where it has been written already. */
  #repeated(prefix: string, settings: readonly Field[]): readonly MisplacedField[] {
    const word = prefix.slice(0, -1);
    const repeated = {
      severity: 'warning',
      provenance: this.#list.refusal,
      message: `The prefix \`${word}.\` is repeated before the name, so the service does not know the setting.`,
    } as const;
    return [
      { ...repeated, names: [word], fix: { kind: 'unwrap' } },
      ...settings.map(({ name }): MisplacedField => ({
        ...repeated,
        names: [name],
        fix: { kind: 'rename', to: name.slice(prefix.length) },
      })),
    ];
  }
}

const unnamed = { summary: 'Settings whose names begin like this.' } as const;

function literal(text: string): string {
  return text.replaceAll('.', '\\.');
}

function beginningsIn({ settings, misplaced = [], families = [], free }: SettingList): ReadonlySet<string> {
  const refused = misplaced.flatMap((one) => one.names);
  // What is below a name that is free or refused as a whole is not known.
  const ends = new Set([...free, ...refused]);
  const found = new Set<string>();
  const members = families.map(({ beginning }) => `${beginning}.`);
  for (const name of [...settings.map((setting) => setting.name), ...members, ...refused]) {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const beginning = name.slice(0, dot);
      if (ends.has(beginning)) break;
      found.add(beginning);
    }
  }
  return found;
}

/** Returns how a name continues behind each of the beginnings that it has. */
function restsOf(name: string, starts: readonly string[]): readonly string[] {
  const rests: string[] = [];
  for (const start of starts) if (name.startsWith(start)) rests.push(name.slice(start.length));
  return rests;
}
