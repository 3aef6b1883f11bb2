import type { RequestBody } from '@rulebook/catalogue/operation';
import type { Outline } from '../outline';
import { reference } from '../source-document';
import { specification } from '../sources';
import { executionBody, pipelineBody, simulationBody, storedScriptBody } from './script-bodies';

const provenance = reference('What the service does', specification);

function outline(id: string, line: string, title: string, body?: RequestBody): Outline {
  const [methods = '', path = ''] = line.split(' ');
  return { id, title, methods: methods.split(','), path, provenance, ...(body && { body }) };
}

/** Requests whose body has scripts, as far as it is about them. */
export const scriptOutlines: readonly Outline[] = [
  outline('ingest-pipeline.put', 'PUT /_ingest/pipeline/{id}', 'Create or update an ingest pipeline', pipelineBody),
  outline('ingest-pipeline.simulate', 'POST,GET /_ingest/pipeline/_simulate', 'Try an ingest pipeline', simulationBody),
  outline('script.put', 'PUT,POST /_scripts/{id}', 'Create or update a stored script', storedScriptBody),
  outline(
    'script.put-for',
    'PUT,POST /_scripts/{id}/{context}',
    'Create or update a stored script for a context',
    storedScriptBody,
  ),
  outline('script.execute', 'POST,GET /_scripts/painless/_execute', 'Try a script', executionBody),
];
