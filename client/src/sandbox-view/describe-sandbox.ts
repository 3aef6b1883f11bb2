/** One line of the view of the sandbox, with what stands below it. */
export interface SandboxNode {
  /** The same as long as it means the same thing, so that an opened branch stays open. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** The name of one of the editor's icons. */
  readonly icon: string;
  readonly children?: readonly SandboxNode[];
}

type Members = Readonly<Record<string, unknown>>;

const deliveriesShown = 20;

/**
 * Returns the lines of the view for what `/_sandbox/state` answers. It takes names and outcomes only: secrets, payloads and
 * anything that it does not know stay out. Never throws, since the sandbox may be of another version.
 */
export function describeSandbox(state: unknown, now: number): readonly SandboxNode[] {
  const { clusters, host } = membersOf(state);
  return [
    ...entriesOf(clusters).map(([name, cluster]) => describeCluster(name, membersOf(cluster), now)),
    ...(host === undefined ? [] : [describeHost(membersOf(host))]),
  ];
}

function describeCluster(name: string, cluster: Members, now: number): SandboxNode {
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
    group(`${id}/followers`, 'Followers', 'git-compare', indices.filter(isFollower), describeFollower),
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
      node({ id: `${at}/${name}`, label: name, icon: 'repo' }),
    ),
  ];
  return node({ id: 'host', label: 'Code host', icon: 'github-alt', children: groups });
}

function describeKey([key, value]: readonly [string, unknown], at: string, now: number): SandboxNode {
  const { name, expiration } = membersOf(value);
  const notes = [key];
  if (typeof expiration === 'number') notes.push(expiration <= now ? 'expired' : `until ${timeOf(expiration)}`);
  return node({
    id: `${at}/${key}`,
    label: textOf(name, 'no name'),
    description: notes.join(' · '),
    icon: typeof expiration === 'number' && expiration <= now ? 'circle-slash' : 'key',
  });
}

function describeRepository([name, value]: readonly [string, unknown], at: string): SandboxNode {
  return node({ id: `${at}/${name}`, label: name, description: textOf(membersOf(value).type, ''), icon: 'archive' });
}

function describeIndex([name, value]: readonly [string, unknown], at: string): SandboxNode {
  const { documents, isOpen } = membersOf(value);
  const description = `${count(entriesOf(documents).length, 'document')}${isOpen === false ? ' · closed' : ''}`;
  return node({ id: `${at}/${name}`, label: name, description, icon: 'database' });
}

function describeFollower([name, value]: readonly [string, unknown], at: string): SandboxNode {
  const follow = membersOf(membersOf(value).follow);
  const hasFailed = typeof follow.fatalException === 'string';
  const notes = [`${textOf(follow.remoteCluster, '?')}:${textOf(follow.leaderIndex, '?')}`];
  notes.push(hasFailed ? 'fell behind' : textOf(follow.status, 'unknown'));
  // Sequence numbers start at 0, so the checkpoint is one less than the number of operations.
  if (typeof follow.checkpoint === 'number') notes.push(count(follow.checkpoint + 1, 'operation'));
  const icon = hasFailed ? 'error' : follow.status === 'paused' ? 'debug-pause' : 'sync';
  return node({ id: `${at}/${name}`, label: name, description: notes.join(' · '), icon });
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
    children: deliveries.slice(0, deliveriesShown).map((delivery) => describeDelivery(delivery, id)),
  });
}

function describeDelivery(delivery: Members, at: string): SandboxNode {
  const { status, statusText } = membersOf(delivery.outcome);
  const isKnown = typeof status === 'number';
  const isGood = isKnown && status >= 200 && status < 300;
  const outcome = !isKnown ? 'on its way' : `${status === 0 ? '' : `${status} `}${textOf(statusText, '')}`.trim();
  const notes = [outcome, ...(typeof delivery.deliveredAt === 'number' ? [timeOf(delivery.deliveredAt)] : [])];
  if (delivery.redelivery === true) notes.push('again');
  return node({
    id: `${at}/${String(delivery.id)}`,
    label: [delivery.event, delivery.action].filter((part) => typeof part === 'string').join('.') || 'delivery',
    description: notes.join(' · '),
    icon: !isKnown ? 'loading~spin' : isGood ? 'pass' : 'error',
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

/** Leaves out what is empty, so that the editor draws no arrow in front of a line that cannot be opened. */
function node({ children = [], ...rest }: SandboxNode): SandboxNode {
  return children.length === 0 ? rest : { ...rest, children };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(membersOf(value));
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
