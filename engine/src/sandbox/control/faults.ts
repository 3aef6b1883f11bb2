import { acknowledge, type ControlCall, type ControlRequest } from './request';
import type { Fault, StepResult } from '../model';
import { serversOf, type SandboxPart } from '../part';
import type { FaultRule, SandboxState } from '../sandbox-state';
import { timeValueMilliseconds } from '../time-value';
import { isRecord } from '../wire';

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
        'Makes the next requests fail: `fault` is `delay` (with `delay`), `drop`, `status` (with `status`, and `headers` and `body` of its response) or `cut`. `server`, `method`, `path` (with `*`) and `count` select the requests; the first `skip` of them pass.',
      exampleBody: {
        fault: 'status',
        status: 429,
        server: servers.at(-1),
        method: 'GET',
        path: parts.at(-1)?.examplePath ?? '*',
        count: 2,
      },
      play: (call) => addFault(call, servers),
    },
    {
      method: 'DELETE',
      path,
      summary: 'Removes all faults, or one of them with `?id=`.',
      play: removeFaults,
    },
  ];
}

function addFault(call: ControlCall, servers: readonly string[]): StepResult<SandboxState> {
  const { state, body, refuse } = call;
  if (!isRecord(body)) return refuse('The body must be an object with `fault`.');
  const known = ['fault', 'delay', 'status', 'headers', 'body', 'server', 'method', 'path', 'skip', 'count'];
  const unknown = Object.keys(body).find((member) => !known.includes(member));
  if (unknown !== undefined) return refuse(`\`${unknown}\` is not a known member of a fault. Use ${known.join(', ')}.`);
  const fault = readFault(body);
  if (typeof fault === 'string') return refuse(fault);
  const { server, method, path: pattern = '*', skip = 0, count = 1 } = body;
  const named = servers.find((one) => one === server);
  if (server !== undefined && named === undefined) return refuse(`\`server\` must be one of ${servers.join(', ')}.`);
  if (method !== undefined && (typeof method !== 'string' || !/^[a-z]{1,20}$/i.test(method))) {
    return refuse('`method` must be a method such as `GET`.');
  }
  if (typeof pattern !== 'string' || !/^[/*]\S{0,2000}$/.test(pattern)) {
    return refuse('`path` must begin with `/` or `*`; `*` stands for any characters.');
  }
  if (!isWholeNumber(count) || count < 1 || count > maxRequests) {
    return refuse(`\`count\` must be a whole number from 1 to ${maxRequests}.`);
  }
  if (!isWholeNumber(skip) || skip < 0 || skip > maxRequests) {
    return refuse(`\`skip\` must be a whole number from 0 to ${maxRequests}.`);
  }
  const { faults, nextFault } = state.control;
  if (faults.length >= maxRules)
    return refuse(`The limit of ${maxRules} faults is reached. Remove some of them first.`);
  const rule: FaultRule = {
    id: nextFault,
    ...(named !== undefined && { server: named }),
    ...(method !== undefined && { method: method.toUpperCase() }),
    path: pattern,
    remaining: count,
    ...(skip > 0 && { skip }),
    fault,
  };
  const control = { ...state.control, faults: [...faults, rule], nextFault: nextFault + 1 };
  return acknowledge({ ...state, control }, showRule(rule));
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
  if (!isWholeNumber(status) || status < 200 || status > 599) return '`status` must be a whole number from 200 to 599.';
  if (headers !== undefined && !areFields(headers)) {
    return '`headers` must be an object of header fields with plain text, such as `{ "Retry-After": "30" }`.';
  }
  return { kind: fault, status, ...(headers !== undefined && { headers }), ...(body !== undefined && { body }) };
}

function showRule({ fault, remaining, ...where }: FaultRule): Readonly<Record<string, unknown>> {
  const { kind } = fault;
  return {
    ...where,
    count: remaining,
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

function isWholeNumber(value: unknown): value is number {
  return Number.isInteger(value);
}
