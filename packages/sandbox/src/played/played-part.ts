import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { PlayedServer } from '@rulebook/catalogue/identity';
import { itemFormOf } from '@rulebook/checker/resource-model/places';
import { collectionTitle, shownMembersOf } from '@rulebook/checker/resource-model/resource-groups';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { successOf } from '@rulebook/checker/resource-model/successes';
import { either, isText, listForm, mapOf, only, optional, type Form } from '../control/form';
import type { KnownCredentials } from './credentials';
import type { SandboxPart } from '../part';
import type { SandboxSeed } from '../sandbox-state';
import { groupItem, notesText, type ViewItem } from '../view';
import { chosenId, itemOf } from './items';
import { freeId, pathId } from './play-resource';
import { importedNode, itemsAt, nodeAt, problemOfNode, withItem, withNode } from './played-state';
import type { PlayedNode, PlayedState, Words } from './played-state';
import { refusal } from './refuse';
import { redirectOf, stepService } from './step-service';
import { webhookRequests } from './webhook-requests';

/** More items of a list are not shown. */
const maxShown = 100;
/** Of a text of an item, in UTF-16 code units. */
const longestText = 200;
const longestBody = 25 * 1024 * 1024;

/** What the seed of a sandbox says of a played service. */
interface ServiceSeed {
  /** Credentials that are taken: a list, or by each of them what it may do. Absent: any. */
  readonly credentials?: readonly string[] | Readonly<Record<string, { readonly scopes?: readonly string[] }>>;
  /** Resources, by their path or that of their list. Absent: none. */
  readonly resources?: Readonly<Record<string, unknown>>;
}

/** Returns the operations that are answered with 501: their description has no response that succeeds. */
export function unplayedOperations({ operations }: Service): readonly Operation[] {
  return operations.filter((operation) => successOf(operation) === undefined && redirectOf(operation) === undefined);
}

/**
 * Returns the part of the sandbox that plays a service by its description alone. `portOffset` is counted from the first port; `receivers` are
 * the URLs to which all webhooks are sent.
 */
export function playedPart(
  service: Service,
  portOffset: number,
  receivers: readonly string[] = [],
): SandboxPart<PlayedState> {
  const { id, title = id } = service;
  const server: PlayedServer = {
    name: id,
    endpoint: `sandbox-${id}`,
    title,
    summary: `${title}, played by its description`,
    portOffset,
  };
  const member = `service ${id}`;
  const credential = `credential of ${id}`;
  const seedOf = (seed: SandboxSeed): ServiceSeed =>
    ((seed as object as Readonly<Record<string, unknown>>)[id] as ServiceSeed | undefined) ?? {};
  const ownOf = (seed: SandboxSeed): string =>
    String((seed as object as Readonly<Record<string, unknown>>)[credential] ?? '');
  return {
    service: { ...service, servers: [server] },
    member,
    credential,
    seedForms: { [id]: (value, at) => (value === undefined ? undefined : isServiceSeed(value, at)) },
    seedFile: {
      forms: { [id]: isServiceSeed },
      contradiction: () => undefined,
      seedOf: (members) => members as Partial<SandboxSeed>,
    },
    longestBody,
    takesBytes: true,
    examplePath: service.operations[0]?.path.replace(/\{[^{}]*\}/g, '*') ?? '/',
    create: (seed) => ({ root: seededRoot(service, seedOf(seed)) }),
    adopt: (state) => state,
    step: (state, { request, input, check, seed }) => {
      const { credentials: named } = seedOf(seed);
      return stepService(state, {
        ...{ service, request, check, receivers, now: input.now, baseUrl: input.baseUrl },
        credentials: { own: ownOf(seed), ...(named !== undefined && { named: scopesByCredential(named) }) },
      });
    },
    failure: (status, reason) => refusal(service, undefined, { status, message: reason }, new Date(0).toISOString()),
    controlRequests: webhookRequests(service, receivers),
    view: {
      items: ({ root }) => [
        { id, label: title, icon: 'server', endpoint: server.endpoint, children: viewOf(service, root) },
      ],
    },
    form: (value, at) => (isRecord(value) ? problemOfNode(value.root, `${at}/root`) : `${at} must be an object`),
    imported: (exported) => ({ root: importedNode((exported as { readonly root: unknown }).root) }),
  };
}

const isServiceSeed: Form = (value, at) => {
  if (!isRecord(value)) return `${at} must be an object with \`resources\` by their paths, and \`credentials\``;
  const other = Object.keys(value).find((name) => name !== 'resources' && name !== 'credentials');
  if (other !== undefined) return `${at}/${other} is not a known member; use resources, credentials`;
  const { credentials, resources = {} } = value;
  const problem = credentials === undefined ? undefined : areCredentials(credentials, `${at}/credentials`);
  if (problem !== undefined) return problem;
  if (!isRecord(resources)) return `${at}/resources must be an object of paths`;
  const path = Object.keys(resources).find((name) => !name.startsWith('/'));
  return path === undefined ? undefined : `${at}/resources has a path without \`/\` in front: ${path}`;
};

const areCredentials = either(
  listForm(isText),
  mapOf(only<{ scopes: unknown }>({ scopes: optional(listForm(isText)) })),
);

function scopesByCredential(named: NonNullable<ServiceSeed['credentials']>): NonNullable<KnownCredentials['named']> {
  return Array.isArray(named)
    ? new Map((named as readonly string[]).map((value) => [value, undefined]))
    : new Map(
        Object.entries(named as Readonly<Record<string, { readonly scopes?: readonly string[] }>>).map(
          ([value, { scopes }]) => [value, scopes],
        ),
      );
}

function wordsOfPath(path: string): Words {
  return path.split('/').filter(Boolean);
}

/** Stores the resources of a seed: a list of items at the path of a list, or a value at the path of an item or single resource. */
function seededRoot(service: Service, { resources = {} }: ServiceSeed): PlayedNode {
  const { collections } = resourceModelOf(service);
  const now = new Date(Date.UTC(2026, 0, 1)).toISOString().replace('.000Z', 'Z');
  let root: PlayedNode = {};
  for (const [path, value] of Object.entries(resources)) {
    const words = wordsOfPath(path);
    const of = collections.find((one) => matches(one.path, words));
    const one = collections.find(({ itemPath }) => matches(itemPath, words));
    if (of !== undefined && Array.isArray(value)) {
      for (const item of value as readonly unknown[]) {
        const { member } = itemFormOf(of).id;
        const own = member !== undefined && isRecord(item) ? item[member] : undefined;
        const made = (nodeAt(root, words)?.made ?? 0) + 1;
        const id =
          typeof own === 'string' || typeof own === 'number'
            ? own
            : (chosenId(item, of) ?? freeId(root, of, words, made));
        root = withItem(root, [...words, String(id)], itemOf(item, of, { id, now }));
        root = withNode(root, words, (node) => ({ ...node, made }));
      }
    } else if (one !== undefined) {
      const id = pathId(one, words) ?? words.at(-1) ?? '';
      root = withItem(root, words, itemOf(value, one, { id, now }));
    } else root = withNode(root, words, (node) => ({ ...node, item: value, isSingle: true }));
  }
  return root;
}

function matches(template: string, words: Words): boolean {
  const parts = wordsOfPath(template);
  return parts.length === words.length && parts.every((part, index) => part.startsWith('{') || part === words[index]);
}

function viewOf(service: Service, root: PlayedNode): readonly ViewItem[] {
  const { collections } = resourceModelOf(service);
  const lists = collections.filter(({ path }) => !path.includes('{'));
  return lists.flatMap((of) => {
    const { path, parameter } = of;
    const items = itemsAt(root, wordsOfPath(path));
    if (items.length === 0) return [];
    const { title, notes } = shownMembersOf(of);
    const shown = items.slice(0, maxShown).map(([id, item]): ViewItem => {
      const textOf = (member: string | undefined): string | undefined => {
        const text = member !== undefined && isRecord(item) ? item[member] : undefined;
        return typeof text === 'string' && text !== '' ? text.slice(0, longestText) : undefined;
      };
      const label = textOf(title);
      const description = notesText(...(label === undefined ? [] : [id]), ...notes.map(textOf));
      return {
        ...{ id: `${service.id} ${path} ${id}`, label: label ?? id, icon: 'symbol-object', copies: id },
        ...(description !== '' && { description }),
        resource: { group: path, names: { [parameter]: id } },
      };
    });
    return [groupItem(`${service.id} ${path}`, collectionTitle(of), 'list-unordered', shown, path)];
  });
}
