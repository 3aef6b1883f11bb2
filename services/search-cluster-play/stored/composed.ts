import { isRecord } from '@rulebook/json/is-record';
import { matchesPattern } from '@rulebook/text/name-pattern';
import type { ClusterState, StoredRecord } from '../cluster/model';
import type { IndexParts } from '../indices/record';
import { flattenSettings } from '../indices/settings';
import { listOf, recordOf, recordsOf, type Members } from './kind';

/** What the templates of a cluster give a new index. */
export interface Composed {
  /** The name of the index template; absent for templates of the former kind. */
  readonly template?: string;
  readonly parts: { readonly settings: Members; readonly mappings: Members; readonly aliases: Members };
  /** Set where the template makes data streams, with what it says of them. */
  readonly stream?: Members;
}

/** Returns what the templates give a new index of this name; undefined where none of them matches. */
export function composedFor(cluster: ClusterState, name: string): Composed | undefined {
  if (cluster.stored === undefined) return undefined;
  const [found] = recordsOf(cluster, 'index-template')
    .filter((record) => matches(record, name))
    .sort((a, b) => numberIn(b, 'priority') - numberIn(a, 'priority'));
  if (found === undefined) return formerFor(cluster, name);
  const { composed_of, template, data_stream: stream } = found.body;
  const components = listOf(composed_of).flatMap((one): readonly unknown[] => {
    const component = recordOf(cluster, 'component-template', String(one));
    return component ? [component.body.template] : [];
  });
  return {
    template: found.name,
    parts: [...components, template].reduce(mergeParts, nothing),
    ...(isRecord(stream) && { stream }),
  };
}

/** Several templates of the former kind can match; a higher order prevails. */
function formerFor(cluster: ClusterState, name: string): Composed | undefined {
  const found = recordsOf(cluster, 'legacy-template')
    .filter((record) => matches(record, name))
    .sort((a, b) => numberIn(a, 'order') - numberIn(b, 'order'));
  return found.length === 0 ? undefined : { parts: found.map(({ body }) => body).reduce(mergeParts, nothing) };
}

/** Returns what an index is made of: what a request says prevails over what the templates give. */
export function withComposed({ parts }: Composed, own: IndexParts): IndexParts {
  return mergeParts(parts, own);
}

const nothing: Composed['parts'] = { settings: {}, mappings: {}, aliases: {} };

function mergeParts(before: Composed['parts'], added: unknown): Composed['parts'] {
  if (!isRecord(added)) return before;
  const { settings, mappings, aliases } = added;
  return {
    settings: { ...before.settings, ...(isRecord(settings) ? flattenSettings(settings) : {}) },
    mappings: isRecord(mappings) ? mergeMappings(before.mappings, mappings) : before.mappings,
    aliases: { ...before.aliases, ...(isRecord(aliases) ? aliases : {}) },
  };
}

/** Objects are made of the fields of both; any other field is the later one. */
function mergeMappings(before: Members, added: Members): Members {
  const { properties: former, dynamic_templates: rules } = before;
  const { properties: now, dynamic_templates: further } = added;
  return {
    ...before,
    ...added,
    ...(isRecord(former) && isRecord(now) && { properties: mergeFields(former, now) }),
    ...(Array.isArray(rules) &&
      Array.isArray(further) && { dynamic_templates: [...(rules as unknown[]), ...(further as unknown[])] }),
  };
}

function mergeFields(before: Members, added: Members): Members {
  const merged = new Map(Object.entries(before));
  for (const [name, field] of Object.entries(added)) {
    const known = merged.get(name);
    const areObjects = isRecord(known) && isRecord(field) && isRecord(known.properties) && isRecord(field.properties);
    merged.set(name, areObjects ? mergeMappings(known, field) : field);
  }
  return Object.fromEntries(merged);
}

function matches({ body }: StoredRecord, name: string): boolean {
  return listOf(body.index_patterns).some((pattern) => matchesPattern(String(pattern), name));
}

function numberIn({ body }: StoredRecord, member: 'priority' | 'order'): number {
  return Number(body[member] ?? 0);
}
