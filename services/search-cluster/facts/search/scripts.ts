import { field } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, QueryFact, Shape } from '@rulebook/catalogue/shape';
import { text, undescribedObject } from '@rulebook/catalogue/shapes';
import { reference } from '../source-document';
import { specification } from '../sources';
import { painlessScript } from './query-requests';

const fromReference = reference('What the service does', specification);

function setting(name: string, shape: Shape, summary: string): Field {
  return field(name, shape, summary, fromReference);
}

/** The names that scripts of a place have, as compilers of scripts say. */
const namesOf = {
  /** Of updates, of reindexing, and of ingest pipelines. */
  document: ['ctx', 'params'],
  /** Of a scripted metric: what prepares a shard, what reads its documents, and what joins the results. */
  init: ['state', 'params'],
  map: ['state', 'params', 'doc', '_score'],
  combine: ['state', 'params'],
  reduce: ['states', 'params'],
} as const;

/** Returns what is known of a script at a place. */
export function scriptFact(place: keyof typeof namesOf | undefined): QueryFact {
  return { ...painlessScript, ...(place !== undefined && { names: namesOf[place] }) };
}

/** Returns a script: its text, or an object with it. Where its values come from elsewhere, those next to it are not all. */
export function scriptOf(place?: keyof typeof namesOf, hasOthers = false): Shape {
  const query = scriptFact(place);
  return {
    type: 'choice',
    options: [{ ...text, query }, scriptObject(hasOthers ? query : { ...query, params: 'params' })],
  };
}

function scriptObject(query: QueryFact): ObjectShape {
  return {
    type: 'object',
    name: 'script',
    isOpen: true,
    fields: [
      setting(
        'source',
        { type: 'choice', options: [{ ...text, query }, undescribedObject('search template')] },
        'The source code of the script; of a search template, also the search itself.',
      ),
      setting('id', text, 'The id of a stored script.'),
      setting('lang', text, 'The language of the script.'),
      setting('params', undescribedObject('parameters'), 'The parameters of the script.'),
    ],
  };
}

/** The script that changes a document. */
export const updateScript: Shape = scriptOf('document');

/** Fields that scripts compute. */
export const runtimeFields: ObjectShape = {
  type: 'object',
  name: 'runtime fields',
  fields: [],
  entries: {
    keyName: 'name',
    summary: 'A runtime field. You choose its name.',
    shape: {
      type: 'object',
      name: 'runtime field',
      isOpen: true,
      fields: [setting('script', scriptOf(), 'The script that computes the value.')],
    },
  },
};

/** The script of an aggregation of values. */
export const aggregatedScript: Shape = scriptOf();

/** The scripts of a scripted metric, whose parameters are next to them. */
export const scriptedMetric: ObjectShape = {
  type: 'object',
  name: 'scripted_metric aggregation',
  isOpen: true,
  fields: (['init', 'map', 'combine', 'reduce'] as const).map((place) =>
    setting(`${place}_script`, scriptOf(place, true), 'A script of the aggregation.'),
  ),
};

/** A script that reads the results of other aggregations. */
export const bucketScript: ObjectShape = {
  type: 'object',
  name: 'script of buckets',
  isOpen: true,
  fields: [setting('script', scriptOf(undefined, true), 'The script that computes with the results.')],
};
