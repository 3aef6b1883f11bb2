import type { Constraint } from '../../../../catalogue/constraints';
import type { Provenance } from '../../../../catalogue/facts';
import type { ChoiceShape, Field, Shape } from '../../../../catalogue/shape';
import { refused } from '../../../../catalogue/provenance';
import { anything, flag, text, textList, wholeNumber } from '../../../../catalogue/shapes';
import { serverSource } from '../sources';
import { reference } from '../source-document';

/** The public page on the settings of an index. */
export const settingsPage = 'Elasticsearch reference, index settings';
/** The public pages on the settings of a cluster. */
export const clusterSettingsPage = 'Elasticsearch reference, configuration settings';

/** The public facts about settings that the document does not describe. */
export const fromSettingsPage = reference('What the service does', settingsPage);
/** The public facts about settings of clusters. */
export const fromClusterSettings = reference('What the service does', clusterSettingsPage);
/** What servers refuse in settings. */
export const settingsRefused = refused(reference('What the service does', serverSource));

type Option = ChoiceShape['options'][number];

/** Null sets a setting back. */
const unset: Option = { type: 'null', isTolerated: true };

/** Servers read settings as strings, whatever their type. */
function choice(...options: readonly Option[]): ChoiceShape {
  return { type: 'choice', options: [...options, unset] };
}

function unsuitable(pattern: string, message: string): Constraint {
  return { rule: 'unsuitable-text', options: { pattern, message }, provenance: settingsRefused };
}

/** The bounds of a number, as servers hold them. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns a whole number, which may be written as a string. */
export function numberSetting(bounds?: Bounds): Shape {
  const range: readonly Constraint[] =
    bounds === undefined
      ? []
      : [{ rule: 'number-range', options: bounds, severity: 'warning', provenance: settingsRefused }];
  const isOther = unsuitable('^(?!\\s*-?\\d+\\s*$).', 'The value of this setting is a whole number.');
  return choice(
    { ...wholeNumber, constraints: range },
    { ...text, isTolerated: true, constraints: [isOther, ...range] },
  );
}

/** A number with or without a fraction, which may be written as a string. */
export const fractionSetting = choice(
  { type: 'number' },
  {
    ...text,
    isTolerated: true,
    constraints: [unsuitable('^(?![-\\d.\\s]+(?:[eE][-+]?\\d+)?[fd]?$).', 'The value of this setting is a number.')],
  },
);

/** True or false, which may be written as a string. */
export const flagSetting = choice(flag, {
  ...text,
  isTolerated: true,
  constraints: [unsuitable('^(?!(?:true|false)$).', 'The value of this setting is `true` or `false`.')],
});

/** A duration. */
export const durationSetting = choice(
  { type: 'string', format: 'time-value' },
  {
    ...wholeNumber,
    constraints: [
      unsuitable('^(?!(?:0|-1)$)', 'A duration needs a unit, for example `30s`. Only `0` and `-1` have none.'),
    ],
  },
);

/** A number of bytes. */
export const bytesSetting = choice(
  { type: 'string', format: 'byte-size' },
  {
    ...wholeNumber,
    constraints: [
      unsuitable('^(?!(?:0|-1)$)', 'A size needs a unit, for example `512mb`. Only `0` and `-1` have none.'),
    ],
  },
);

/** Text, or a scalar that is read as text. */
export const textSetting = choice(text, { type: 'number' }, flag, textList);

/** Returns one of several words. Servers read them in any case. */
export function wordSetting(...values: readonly string[]): Shape {
  const isFlag = values.includes('true') || values.includes('false');
  return choice(
    {
      type: 'string',
      values: {
        closed: false,
        unlisted: 'warning',
        refusal: settingsRefused,
        exempt: '[A-Z]|^$',
        provenance: settingsRefused,
        values: values.map((value) => ({ value })),
      },
    },
    ...(isFlag ? [flag] : []),
  );
}

/** The number of copies by the number of nodes: `0-5`, `0-all` or `false`. */
export const expansionSetting = choice(
  {
    type: 'string',
    constraints: [
      unsuitable(
        '^(?!(?:false|\\d+-(?:all|\\d+))$).',
        'The value of this setting is `false` or two bounds such as `0-5` or `0-all`.',
      ),
    ],
  },
  flag,
);

/** Whatever a setting holds that is not described further. */
export const anySetting = anything;

/** Returns a function that makes settings from one source, below a beginning of names. */
export function settingsFrom(provenance: Provenance) {
  return (
    beginning: string,
    rows: readonly (readonly [name: string, shape: Shape, summary: string, standard?: string])[],
  ): readonly Field[] =>
    rows.map(([name, shape, summary, standard]) => ({
      name: `${beginning}.${name}`,
      summary,
      provenance,
      shape,
      ...(standard !== undefined && { default: standard }),
    }));
}
