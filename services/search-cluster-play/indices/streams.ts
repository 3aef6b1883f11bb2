import { isRecord } from '@rulebook/json/is-record';
import type { ClusterInput } from '../cluster/call';
import { behaves } from '../cluster/edition';
import type { ClusterState, IndexRecord } from '../cluster/model';
import { withComposed, type Composed } from '../stored/composed';
import { problem, unplayedPart, type Problem } from './problem';
import { createIndexRecord } from './record';

/** An index with its name. */
export interface IndexOfStream {
  readonly name: string;
  readonly index: IndexRecord;
}

/** What makes a data stream of a template. */
export type StreamTemplate = Composed & { readonly stream: NonNullable<Composed['stream']> };

/** Returns whether a template makes data streams. */
export function makesStream(composed: Composed | undefined): composed is StreamTemplate {
  return composed?.stream !== undefined;
}

/** Returns the indices of a data stream, of which the last one takes the writes; none where there is no such stream. */
export function indicesOfStream({ indices }: ClusterState, name: string): readonly IndexOfStream[] {
  return indices
    .inStream(name)
    .flatMap((own) => {
      const index = indices.get(own);
      return index ? [{ name: own, index }] : [];
    })
    .sort((a, b) => (a.index.stream?.generation ?? 0) - (b.index.stream?.generation ?? 0));
}

/** Returns the next index of a data stream, the first one where there is none, or why it cannot be. */
export function nextOfStream(
  cluster: ClusterState,
  name: string,
  composed: StreamTemplate,
  input: ClusterInput,
): IndexOfStream | Problem {
  if (Object.keys(composed.parts.aliases).length > 0) return unplayedPart('aliases of data streams');
  const last = indicesOfStream(cluster, name).at(-1)?.index.stream;
  const generation = (last?.generation ?? 0) + 1;
  const timestamp = last?.timestamp ?? timestampOf(composed);
  const { parts } = composed;
  const { properties } = parts.mappings;
  const time = { [timestamp]: { type: 'date' } };
  const index = createIndexRecord(
    withComposed(
      {
        ...composed,
        parts: {
          ...parts,
          settings: {
            'index.hidden': 'true',
            ...(behaves(input, 'whole-templates') && {
              'index.routing.allocation.include._tier_preference': 'data_hot',
            }),
            ...parts.settings,
          },
          mappings: {
            _data_stream_timestamp: { enabled: true },
            ...parts.mappings,
            properties: { ...time, ...(isRecord(properties) && properties) },
          },
        },
      },
      {},
    ),
    input,
  );
  return { name: nameOfIndex(name, generation, input), index: { ...index, stream: { name, generation, timestamp } } };
}

function nameOfIndex(stream: string, generation: number, input: ClusterInput): string {
  const day = new Date(input.now).toISOString().slice(0, 10).replaceAll('-', '.');
  const number = String(generation).padStart(6, '0');
  // Servers made from earlier ones write no day.
  return behaves(input, 'whole-templates') ? `.ds-${stream}-${day}-${number}` : `.ds-${stream}-${number}`;
}

function timestampOf({ stream: { timestamp_field: field } }: StreamTemplate): string {
  return isRecord(field) && typeof field.name === 'string' ? field.name : '@timestamp';
}

/** The problem of a write into a data stream that would change a document. */
export const onlyCreations = problem(
  'Only documents that are created are written into a data stream. Use `_create`, `op_type=create` or the action `create`.',
);

/** Returns why a document cannot be in an index of a data stream: it needs one time. */
export function refuseTimeless(
  { stream }: IndexRecord,
  source: Readonly<Record<string, unknown>>,
): Problem | undefined {
  if (stream === undefined) return undefined;
  const { timestamp } = stream;
  const value = source[timestamp];
  if (value !== undefined && value !== null && !(Array.isArray(value) && value.length !== 1)) return undefined;
  const many = Array.isArray(value) && value.length > 1;
  return problem(`A document of a data stream has one [${timestamp}]; this one has ${many ? 'several' : 'none'}.`, {
    type: 'document_parsing_exception',
  });
}

/** Returns why a write cannot name an index of a data stream itself: only a change of what was read does so. */
export function refuseDirect(
  { index: { stream }, name }: IndexOfStream,
  asked: string,
  { isCreation, hasSequence }: { readonly isCreation: boolean; readonly hasSequence: boolean },
): Problem | undefined {
  if (stream === undefined || asked !== name || (!isCreation && hasSequence)) return undefined;
  return problem(
    `The index [${name}] is one of the data stream [${stream.name}]. Write into the data stream, or name [if_seq_no] and [if_primary_term] of the document that is replaced.`,
  );
}
