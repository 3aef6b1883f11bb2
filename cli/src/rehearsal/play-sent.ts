import type { Release } from '@rulebook/engine/rehearsal';
import type { WireRequest, WireResponse } from '@rulebook/sandbox';
import { compareResponses } from '@rulebook/sandbox/comparison';
import type { PlayedDifference } from './model';
import type { SentFile, SentRequest } from './sent-requests';
import type { StateRequest } from './shown-state';
import { isUnplayed, isUnread, maskedDifference, playedHeaders, serverFor, type Played, type Stages } from './stages';

/** Makes the state that a log or a recording shows in both sandboxes, and plays its requests. Returns what in the state differs already, too. */
export async function* playSent(
  { state, requests, left }: SentFile,
  stages: Stages,
  { service }: Release,
): AsyncGenerator<Played, undefined> {
  for (const one of state) {
    yield { difference: await makeState(one, stages, serverFor(undefined, service.id)), isState: true };
  }
  for (const sent of requests) yield await playOne(sent, stages, service.id);
  for (let rest = left; rest > 0; rest--) yield 'only 500 different requests of a log or a recording are, of 1 MB each';
  return undefined;
}

async function makeState(
  { path, line, label, method, target, body }: StateRequest,
  stages: Stages,
  server: string,
): Promise<PlayedDifference | undefined> {
  const bare: WireRequest = { method, target, headers: [], body: '' };
  const whole: WireRequest = { ...bare, headers: body === '' ? [] : [json], body };
  const [before, after] = [await stages[0].calls.answer(server, whole), await stages[1].calls.answer(server, whole)];
  // Requests about it are answered nevertheless, so that they differ only where they do by themselves.
  for (const [index, response] of [before, after].entries())
    if (!isMade(response) && body !== '') await stages[index]?.calls.answer(server, bare);
  if (isUnplayed(before) || isUnplayed(after)) return undefined;
  const found = compareResponses(before, after);
  // What is there already, or cannot be made by one request, says nothing.
  if (found === undefined || !isMade(before)) return undefined;
  return { path, line, request: `${label}, as it is shown there`, ...maskedDifference(found, []) };
}

function isMade({ status }: WireResponse): boolean {
  return status < 300;
}

const json = ['Content-Type', 'application/json'] as const;

async function playOne(sent: SentRequest, stages: Stages, service: string): Promise<Played> {
  const { path, line, label, method, target, body, headers, secrets, count } = sent;
  if (isUnread(headers)) return 'the sandbox reads no body in their form';
  const server = serverFor(sent.endpoint, service);
  const hasType = headers.some(([name]) => /^content-type$/i.test(name));
  const own = playedHeaders(headers);
  const request: WireRequest = { method, target, headers: body === '' || hasType ? own : [...own, json], body };
  const [before, after] = [
    await stages[0].calls.answer(server, request),
    await stages[1].calls.answer(server, request),
  ];
  if (isUnplayed(before) || isUnplayed(after)) return 'the sandbox does not play what they ask for';
  const found = compareResponses(before, after);
  const more = count > 1 ? { count } : {};
  return {
    difference: found && { path, line, request: label, ...more, ...maskedDifference(found, secrets) },
  };
}
