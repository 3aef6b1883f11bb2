import { isRecord } from '@rulebook/json/is-record';
import { acknowledge, type ControlCall, type ControlRequest } from './request';
import type { Fault, StepResult } from '../model';
import { serversOf, type SandboxPart } from '../part';
import type { FaultRule, SandboxState } from '../sandbox-state';
import { timeValueMilliseconds } from '../time-value';

const path = '/_sandbox/faults';
/** The longest delay; for clients, a longer one is the same as a dropped connection. */
const longestDelay = 600_000;
const maxRules = 1000;
const maxRequests = 1_000_000;

/** Listing, adding and removing faults. */
export function faultRequests(parts: readonly SandboxPart[]): readonly ControlRequest[] {
  const servers = parts.flatMap(serversOf).map(({ name }) => name);
  return [
    {
      method: 'GET',
      path,
      summary: 'Lists the faults that wait for requests.',
      play: ({ state }) => acknowledge(state, { faults: state.control.faults.map(showRule) }),
    },
    {
      method: 'POST',
      path,
      summary:
        'Makes requests fail: `fault` is `delay` (with `delay`), `drop`, `status` (with `status`, and `headers` and `body` of its response) or `cut`. `server`, `method` and `path` (with `*`) select the requests; the first `after` of them pass, then `times` fail (1 unless given), or each one whose number is a multiple of `every`. A list adds several faults: of those that a request meets, the first applies.',
      exampleBody: {
        fault: 'status',
        status: 429,
        server: servers.at(-1),
        method: 'GET',
        path: parts.at(-1)?.examplePath ?? '*',
        times: 2,
      },
      play: (call) => addFaults(call, servers),
    },
    {
      method: 'DELETE',
      path,
      summary: 'Removes all faults, or one of them with `?id=`.',
      play: removeFaults,
    },
  ];
}

function addFaults(call: ControlCall, servers: readonly string[]): StepResult<SandboxState> {
  const { state, body, refuse } = call;
  const given: readonly unknown[] = Array.isArray(body) ? body : [body];
  const { faults, nextFault } = state.control;
  if (faults.length + given.length > maxRules)
    return refuse(`The limit of ${maxRules} faults is reached. Remove some of them first.`);
  const rules: FaultRule[] = [];
  for (const [index, one] of given.entries()) {
    const rule = readRule(one, servers);
    if (typeof rule === 'string') return refuse(Array.isArray(body) ? `Fault ${index + 1} of the list: ${rule}` : rule);
    rules.push({ id: nextFault + index, ...rule });
  }
  const control = { ...state.control, faults: [...faults, ...rules], nextFault: nextFault + rules.length };
  const shown = rules.map(showRule);
  return acknowledge({ ...state, control }, Array.isArray(body) ? { faults: shown } : shown[0]);
}

/** Former names of members, which are still understood. */
const formerNames = { times: 'count', after: 'skip' };
const members = [
  ...['fault', 'delay', 'status', 'headers', 'body', 'server', 'method', 'path', 'after', 'times', 'every'],
];

/** Returns the rule that an object describes, or what is wrong with it. */
function readRule(body: unknown, servers: readonly string[]): Omit<FaultRule, 'id'> | string {
  if (!isRecord(body)) return 'The body must be an object with `fault`, or a list of such objects.';
  const former: readonly string[] = Object.values(formerNames);
  const unknown = Object.keys(body).find((member) => !members.includes(member) && !former.includes(member));
  if (unknown !== undefined) return `\`${unknown}\` is not a known member of a fault. Use ${members.join(', ')}.`;
  const fault = readFault(body);
  if (typeof fault === 'string') return fault;
  const { server, method, path: pattern = '*', every } = body;
  // A fault of each Nth request has no natural end.
  const times = body.times ?? body[formerNames.times] ?? (every === undefined ? 1 : maxRequests);
  const after = body.after ?? body[formerNames.after] ?? 0;
  const named = servers.find((one) => one === server);
  if (server !== undefined && named === undefined) return `\`server\` must be one of ${servers.join(', ')}.`;
  if (method !== undefined && (typeof method !== 'string' || !/^[a-z]{1,20}$/i.test(method))) {
    return '`method` must be a method such as `GET`.';
  }
  if (typeof pattern !== 'string' || !/^[/*]\S{0,2000}$/.test(pattern)) {
    return '`path` must begin with `/` or `*`; `*` stands for any characters.';
  }
  if (!isWholeNumber(times, 1)) return `\`times\` must be a whole number from 1 to ${maxRequests}.`;
  if (!isWholeNumber(after, 0)) return `\`after\` must be a whole number from 0 to ${maxRequests}.`;
  if (every !== undefined && !isWholeNumber(every, 1))
    return `\`every\` must be a whole number from 1 to ${maxRequests}.`;
  return {
    ...(named !== undefined && { server: named }),
    ...(method !== undefined && { method: method.toUpperCase() }),
    path: pattern,
    remaining: times,
    ...(every === undefined ? after > 0 && { skip: after } : { skip: after + every - 1, every }),
    fault,
  };
}

function removeFaults({ state, query, refuse }: ControlCall): StepResult<SandboxState> {
  const { faults } = state.control;
  const id = query.get('id');
  const kept = id === undefined ? [] : faults.filter((rule) => String(rule.id) !== id);
  if (id !== undefined && kept.length === faults.length) return refuse(`There is no fault with the id ${id}.`);
  return acknowledge({ ...state, control: { ...state.control, faults: kept } });
}

/** Returns the fault that a body describes, or what is wrong with it. */
function readFault({ fault, delay, status, headers, body }: Readonly<Record<string, unknown>>): Fault | string {
  if (delay !== undefined && fault !== 'delay') return '`delay` is only for the fault `delay`.';
  if (status !== undefined && fault !== 'status') return '`status` is only for the fault `status`.';
  if ((headers !== undefined || body !== undefined) && fault !== 'status') {
    return '`headers` and `body` are only for the fault `status`.';
  }
  if (fault === 'drop' || fault === 'cut') return { kind: fault };
  if (fault === 'delay') {
    const milliseconds = typeof delay === 'string' ? timeValueMilliseconds(delay) : undefined;
    if (milliseconds === undefined) return '`delay` must be a time value such as `2s`.';
    return milliseconds <= longestDelay ? { kind: fault, milliseconds } : '`delay` must be at most `10m`.';
  }
  if (fault !== 'status') return '`fault` must be `delay`, `drop`, `status` or `cut`.';
  if (!isWholeNumber(status, 200) || status > 599) return '`status` must be a whole number from 200 to 599.';
  if (headers !== undefined && !areFields(headers)) {
    return '`headers` must be an object of header fields with plain text, such as `{ "Retry-After": "30" }`.';
  }
  return { kind: fault, status, ...(headers !== undefined && { headers }), ...(body !== undefined && { body }) };
}

function showRule({ fault, remaining, skip, every, ...where }: FaultRule): Readonly<Record<string, unknown>> {
  const { kind } = fault;
  return {
    ...where,
    ...(skip !== undefined && { after: skip }),
    times: remaining,
    ...(every !== undefined && { every }),
    fault: kind,
    ...(kind === 'delay' && { delay: `${fault.milliseconds}ms` }),
    ...(kind === 'status' && {
      status: fault.status,
      ...(fault.headers && { headers: fault.headers }),
      ...(fault.body !== undefined && { body: fault.body }),
    }),
  };
}

/** The connection sets the fields about length and framing itself. */
function areFields(value: unknown): value is Readonly<Record<string, string>> {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([name, text]) =>
        /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) &&
        !/^(?:content-length|transfer-encoding|connection)$/i.test(name) &&
        typeof text === 'string' &&
        /^[\t\x20-\x7e]{0,2000}$/.test(text),
    )
  );
}

function isWholeNumber(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= maxRequests;
}
