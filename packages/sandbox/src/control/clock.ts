import { isRecord } from '@rulebook/json/is-record';
import { acknowledge, type ControlCall, type ControlRequest } from './request';
import type { StepResult } from '../model';
import { sandboxTime, type ControlState, type SandboxState } from '../sandbox-state';
import { timeValueMilliseconds } from '../time-value';

const path = '/_sandbox/clock';
/** The last moment of four-digit years. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Reading and moving the clock. */
export const clockRequests: readonly ControlRequest[] = [
  {
    method: 'GET',
    path,
    summary: "Shows the sandbox's time, and whether its clock is stopped.",
    play: ({ state, machineTime }) => notify(state, machineTime),
  },
  {
    method: 'POST',
    path,
    summary:
      'Moves the clock: `advance` it by a time value, `set` it to a date and stop it there, or `release` it to the time of the machine.',
    exampleBody: { advance: '7d' },
    play: moveClock,
  },
];

function moveClock(call: ControlCall): StepResult<SandboxState> {
  const { state, body, machineTime, refuse } = call;
  if (!isRecord(body)) return refuse('The body must be an object with `advance`, `set` or `release`.');
  const members = Object.keys(body);
  const [member] = members;
  if (members.length !== 1 || member === undefined)
    return refuse('The body must have exactly one member: `advance`, `set` or `release`.');
  const value = body[member];
  const { clock } = state.control;
  let next: ControlState['clock'];
  if (member === 'advance') {
    const step = typeof value === 'string' ? timeValueMilliseconds(value) : undefined;
    if (step === undefined) return refuse('`advance` must be a time value such as `90m` or `7d`.');
    next = 'fixed' in clock ? { fixed: clock.fixed + step } : { offset: clock.offset + step };
  } else if (member === 'set') {
    const moment = typeof value === 'string' ? readDate(value) : undefined;
    if (moment === undefined) return refuse('`set` must be a date such as `2026-01-31T12:00:00Z`.');
    next = { fixed: moment };
  } else if (member === 'release') {
    if (value !== true) return refuse('`release` must be `true`.');
    next = { offset: 0 };
  } else return refuse(`\`${member}\` is not a known member. Use \`advance\`, \`set\` or \`release\`.`);

  const moved: SandboxState = { ...state, control: { ...state.control, clock: next } };
  const time = sandboxTime(moved, machineTime);
  if (!(time >= 0 && time <= lastMoment)) return refuse('The time must be between 1970 and the end of 9999.');
  return notify(moved, machineTime);
}

function notify(state: SandboxState, machineTime: number): StepResult<SandboxState> {
  const milliseconds = sandboxTime(state, machineTime);
  const isStopped = 'fixed' in state.control.clock;
  return acknowledge(state, { now: new Date(milliseconds).toISOString(), milliseconds, stopped: isStopped });
}

/** Reads a date with or without a time; without a time zone, it is UTC. */
function readDate(text: string): number | undefined {
  const [, day, time, zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const moment = Date.parse(time === undefined ? day : `${day}T${time}${zone}`);
  if (Number.isNaN(moment)) return undefined;
  // `Date.parse` reads the 30th of February as the 2nd of March.
  const midnight = Date.parse(day);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day) ? moment : undefined;
}
