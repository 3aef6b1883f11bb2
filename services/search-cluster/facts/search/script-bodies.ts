import { field } from '@rulebook/catalogue/makers';
import { refused } from '@rulebook/catalogue/provenance';
import type { RequestBody } from '@rulebook/catalogue/operation';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { text } from '@rulebook/catalogue/shapes';
import { reference } from '../source-document';
import { serverSource, specification } from '../sources';
import { scriptFact, scriptOf, updateScript } from './scripts';
import { queryClause } from './search-query';

const fromReference = reference('What the service does', specification);
const observed = refused(reference('What the service does', serverSource));

function setting(name: string, shape: Shape, summary: string): Field {
  return field(name, shape, summary, fromReference);
}

function bodyWith(name: string, fields: readonly Field[]): RequestBody {
  return { shape: { type: 'object', name, isOpen: true, fields }, isForLanguages: true, provenance: observed };
}

const changing = setting('script', updateScript, 'The script that changes each document.');
const selecting = setting('query', queryClause, 'The documents that are chosen.');

/** The body of an update of several documents. */
export const updateByQueryBody: RequestBody = bodyWith('update by query', [selecting, changing]);
/** The body of a deletion of several documents. */
export const deleteByQueryBody: RequestBody = bodyWith('delete by query', [selecting]);
/** The body of a copy of documents. */
export const reindexBody: RequestBody = bodyWith('reindex', [
  changing,
  setting(
    'source',
    { type: 'object', name: 'source', isOpen: true, fields: [selecting] },
    'The documents that are copied.',
  ),
]);

function processorOf(name: string, own: readonly Field[] = []): ObjectShape {
  return {
    type: 'object',
    name,
    isOpen: true,
    get fields() {
      return [...own, ...processorFields];
    },
  };
}

const scriptProcessor = processorOf('script processor', [
  setting(
    'source',
    { ...text, query: { ...scriptFact('document'), params: 'params' } },
    'The source code of the script.',
  ),
]);
const processors: Shape = {
  type: 'array',
  items: {
    type: 'object',
    name: 'processor by its type',
    fields: [setting('script', scriptProcessor, 'Runs a script on the document.')],
    entries: { keyName: 'type', summary: 'The type of the processor.', shape: processorOf('processor') },
  },
};
const processorFields: readonly Field[] = [
  setting('if', { ...text, query: scriptFact('document') }, 'The condition for the processor.'),
  setting('on_failure', processors, 'The processors that run if this one fails.'),
];
const pipelineFields: readonly Field[] = [
  setting('processors', processors, 'The processors of the pipeline, in their order.'),
  setting('on_failure', processors, 'The processors that run if one fails.'),
];
/** The body of an ingest pipeline. */
export const pipelineBody: RequestBody = bodyWith('ingest pipeline', pipelineFields);
/** The body of a trial of an ingest pipeline. */
export const simulationBody: RequestBody = bodyWith('simulation', [
  setting(
    'pipeline',
    { type: 'object', name: 'ingest pipeline', isOpen: true, fields: pipelineFields },
    'The pipeline that is tried.',
  ),
]);

/** The body of a stored script, whose parameters come with its use. */
export const storedScriptBody: RequestBody = bodyWith('stored script', [
  setting('script', scriptOf(undefined, true), 'The script.'),
]);
/** The body of a trial of a script. */
export const executionBody: RequestBody = bodyWith('script', [
  setting('script', scriptOf(), 'The script that is tried.'),
]);
