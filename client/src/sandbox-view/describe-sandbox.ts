import { count, type DeliveryAddress } from '../../../engine/src/index';

/** One line of the view of the sandbox, with what stands below it. */
export interface SandboxNode {
  /** The same as long as it means the same thing, so that an opened branch stays open. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** The name of one of the editor's icons. */
  readonly icon: string;
  readonly children?: readonly SandboxNode[];
  /** What the line is, for those that something can be done with. */
  readonly kind?: 'key' | 'repository' | 'index' | 'follower' | 'hook' | 'delivery' | 'host-repository' | 'fault';
  /** What "Copy ID" copies: a name that requests use. */
  readonly copies?: string;
  /** Of a delivery. */
  readonly delivery?: DeliveryAddress;
}

type Members = Readonly<Record<string, unknown>>;

const deliveriesShown = 20;

/**
 * Returns the lines of the view for what `/_sandbox/state` answers. It takes names and outcomes only: secrets, payloads and
 * anything that it does not know stay out. Never throws, since the sandbox may be of another version.
 */
export function describeSandbox(state: unknown, machineTime: number): readonly SandboxNode[] {
  const { clusters, host, control } = membersOf(state);
  const { clock, faults } = membersOf(control);
  const { fixed, offset } = membersOf(clock);
  const now = typeof fixed === 'number' ? fixed : machineTime + (typeof offset === 'number' ? offset : 0);
  const isMoved = typeof fixed === 'number' || (typeof offset === 'number' && offset !== 0);
  return [
    // A clock that runs would make each look at it a change.
    ...(isMoved ? [describeClock(typeof fixed === 'number' ? fixed : undefined, offset)] : []),
    ...(Array.isArray(faults) && faults.length > 0 ? [describeFaults(faults.map(membersOf))] : []),
    ...entriesOf(clusters).map(([name, cluster]) =>
      describeCluster(name, membersOf(cluster), now, membersOf(clusters)),
    ),
    ...(host === undefined ? [] : [describeHost(membersOf(host))]),
  ];
}

function describeClock(fixed: number | undefined, offset: unknown): SandboxNode {
  const hours = typeof offset === 'number' ? Math.round(offset / 3_600_000) : 0;
  const description = fixed === undefined ? `${hours < 0 ? '' : '+'}${hours} h` : `stopped at ${timeOf(fixed)}`;
  return node({ id: 'clock', label: 'Clock', description, icon: 'watch' });
}

function describeFaults(faults: readonly Members[]): SandboxNode {
  const children = faults.map(({ id, server, method, path, remaining, fault }, index) => {
    const { kind, status, milliseconds } = membersOf(fault);
    const details = [kind, status ?? (typeof milliseconds === 'number' ? `${milliseconds} ms` : undefined)];
    const targets = [typeof server === 'string' ? server : 'all servers', method, path === '*' ? undefined : path];
    return node({
      id: `faults/${typeof id === 'number' ? id : `at ${index}`}`,
      label: details.filter(isShown).join(' '),
      description: `${targets.filter(isShown).join(' ')} · ${count(typeof remaining === 'number' ? remaining : 0, 'request')} left`,
      icon: 'flame',
      kind: 'fault',
    });
  });
  return node({ id: 'faults', label: 'Faults', description: String(children.length), icon: 'flame', children });
}

function describeCluster(name: string, cluster: Members, now: number, clusters: Members): SandboxNode {
  const id = `cluster/${name}`;
  const indices = entriesOf(cluster.indices);
  const isFollower = ([, index]: readonly [string, unknown]) => membersOf(index).follow !== undefined;
  const groups = [
    group(`${id}/keys`, 'API keys', 'key', entriesOf(cluster.keys), (key, at) => describeKey(key, at, now)),
    group(
      `${id}/repositories`,
      'Snapshot repositories',
      'archive',
      entriesOf(cluster.repositories),
      describeRepository,
    ),
    group(`${id}/followers`, 'Followers', 'git-compare', indices.filter(isFollower), (one, at) =>
      describeFollower(one, at, clusters),
    ),
    group(
      `${id}/indices`,
      'Indices',
      'database',
      indices.filter((one) => !isFollower(one)),
      describeIndex,
    ),
  ];
  return node({ id, label: `Search cluster "${name}"`, icon: 'server', children: groups });
}

function describeHost(host: Members): SandboxNode {
  const nameOf = ([key, value]: readonly [string, unknown]) => {
    const { owner, name } = membersOf(value);
    return [`${textOf(owner, '?')}/${textOf(name, key)}`, value] as const;
  };
  const repositories = entriesOf(host.repositories).map(nameOf);
  const groups = [
    group('host/hooks', 'Webhooks', 'rss', entriesOf(host.hooks), describeHook),
    group('host/repositories', 'Repositories', 'repo', repositories, ([name], at) =>
      node({ id: `${at}/${name}`, label: name, icon: 'repo', kind: 'host-repository', copies: name }),
    ),
  ];
  return node({ id: 'host', label: 'Code host', icon: 'github-alt', children: groups });
}

function describeKey([key, value]: readonly [string, unknown], at: string, now: number): SandboxNode {
  const { name, expiration, invalidation } = membersOf(value);
  const notes: string[] = [];
  const isInvalid = typeof invalidation === 'number';
  if (isInvalid) notes.push('invalidated');
  else if (typeof expiration === 'number') notes.push(expiration <= now ? 'expired' : `expires ${timeOf(expiration)}`);
  return node({
    id: `${at}/${key}`,
    label: textOf(name, 'no name'),
    description: [...notes, key].join(' · '),
    icon: isInvalid || (typeof expiration === 'number' && expiration <= now) ? 'circle-slash' : 'key',
    kind: 'key',
    copies: key,
  });
}

function describeRepository([name, value]: readonly [string, unknown], at: string): SandboxNode {
  const { type, settings } = membersOf(value);
  const { readonly } = membersOf(settings);
  const notes = [textOf(type), ...(readonly === true || readonly === 'true' ? ['read-only'] : [])];
  return node({
    id: `${at}/${name}`,
    label: name,
    description: notes.filter((note) => note !== '').join(' · '),
    icon: 'archive',
    kind: 'repository',
    copies: name,
  });
}

function describeIndex([name, value]: readonly [string, unknown], at: string): SandboxNode {
  const { documents, isOpen } = membersOf(value);
  const description = `${count(documentsIn(documents), 'document')}${isOpen === false ? ' · closed' : ''}`;
  return node({ id: `${at}/${name}`, label: name, description, icon: 'database', kind: 'index', copies: name });
}

/** Documents are members by their ids, or a table that counts them. */
function documentsIn(documents: unknown): number {
  const { count: counted } = membersOf(documents);
  return typeof counted === 'number' ? counted : entriesOf(documents).length;
}

function describeFollower([name, value]: readonly [string, unknown], at: string, clusters: Members): SandboxNode {
  const follow = membersOf(membersOf(value).follow);
  const hasFailed = typeof follow.fatalException === 'string';
  const notes = [`${textOf(follow.remoteCluster, '?')}:${textOf(follow.leaderIndex, '?')}`];
  notes.push(hasFailed ? 'failed' : textOf(follow.status, 'unknown'));
  // Sequence numbers start at 0, so the checkpoint is one less than the number of operations.
  const arrived = typeof follow.checkpoint === 'number' ? follow.checkpoint + 1 : undefined;
  const { indices } = membersOf(clusters[textOf(follow.remoteCluster)]);
  const leader = membersOf(membersOf(indices)[textOf(follow.leaderIndex)]);
  const { nextSequence } = leader;
  const isSame = leader.uuid === follow.leaderUuid;
  if (arrived !== undefined && isSame && typeof nextSequence === 'number') {
    notes.push(`${arrived} of ${count(nextSequence, 'operation')}`);
  } else if (arrived !== undefined) notes.push(count(arrived, 'operation'));
  const icon = hasFailed ? 'error' : follow.status === 'paused' ? 'debug-pause' : 'sync';
  return node({
    id: `${at}/${name}`,
    label: name,
    description: notes.join(' · '),
    icon,
    kind: 'follower',
    copies: name,
  });
}

function describeHook([key, value]: readonly [string, unknown], at: string): SandboxNode {
  const hook = membersOf(value);
  const id = `${at}/${key}`;
  const deliveries = Array.isArray(hook.deliveries) ? hook.deliveries.map(membersOf) : [];
  const events = Array.isArray(hook.events) ? hook.events.map((each) => textOf(each)).join(', ') : '';
  const description = [withoutQuery(textOf(hook.url, '')), events, ...(hook.active === false ? ['inactive'] : [])]
    .filter((note) => note !== '')
    .join(' · ');
  return node({
    id,
    label: `${textOf(hook.owner, '?')}/${textOf(hook.repo, '?')} #${key}`,
    description,
    icon: hook.active === false ? 'circle-slash' : 'rss',
    kind: 'hook',
    copies: key,
    children: deliveries
      .slice(0, deliveriesShown)
      .map((delivery) =>
        describeDelivery(delivery, id, { owner: textOf(hook.owner), repo: textOf(hook.repo), hook: key }),
      ),
  });
}

function describeDelivery(delivery: Members, at: string, hook: Omit<DeliveryAddress, 'delivery'>): SandboxNode {
  const { status, statusText } = membersOf(delivery.outcome);
  const isKnown = typeof status === 'number';
  const isGood = isKnown && status >= 200 && status < 300;
  const isHeldBack = typeof delivery.throttledAt === 'number';
  const outcome = isHeldBack
    ? 'held back'
    : !isKnown
      ? 'pending'
      : `${status === 0 ? '' : `${status} `}${textOf(statusText, '')}`.trim();
  // The view is narrow: what matters most comes first.
  const notes = [outcome, ...(delivery.redelivery === true ? ['redelivery'] : [])];
  if (typeof delivery.deliveredAt === 'number') notes.push(timeOf(delivery.deliveredAt));
  return node({
    id: `${at}/${String(delivery.id)}`,
    label: [delivery.event, delivery.action].filter((part) => typeof part === 'string').join('.') || 'delivery',
    description: notes.join(' · '),
    icon: isHeldBack ? 'circle-slash' : !isKnown ? 'loading~spin' : isGood ? 'pass' : 'error',
    kind: 'delivery',
    copies: String(delivery.id),
    delivery: { ...hook, delivery: String(delivery.id) },
  });
}

function group(
  id: string,
  label: string,
  icon: string,
  entries: readonly (readonly [string, unknown])[],
  describe: (entry: readonly [string, unknown], at: string) => SandboxNode,
): SandboxNode {
  const children = entries.map((entry) => describe(entry, id));
  return node({ id, label, description: children.length === 0 ? 'none' : String(children.length), icon, children });
}

/** Leaves empty children out, so that the editor draws no arrow in front of an item that cannot be expanded. */
function node({ children = [], ...rest }: SandboxNode): SandboxNode {
  return children.length === 0 ? rest : { ...rest, children };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(membersOf(value));
}

function isShown(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function textOf(value: unknown, otherwise = ''): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

/** A query may carry a token. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
}

function timeOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? 'unknown' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
