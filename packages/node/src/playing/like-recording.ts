import { createEngine } from '@rulebook/engine';
import { perRequest, readRecording, type playedPart } from '@rulebook/sandbox';
import { knownExchanges, partLike, shareOf, truthOf, type SeenExchange } from '@rulebook/sandbox/drift';
import type { Service } from '@rulebook/services';
import { count } from '@rulebook/text';
import { readText } from '../files/files';

/** In bytes. */
const longest = 200_000_000;
/** More operations are not named. */
const maxShown = 10;

/** A recording from which a sandbox is set. */
export interface LikeRecording {
  /** Makes the part of a described service as it was recorded. */
  readonly partOf: typeof playedPart;
  /** Returns how true the sandbox of these services is, in lines for people. Rejects with a sentence where nothing of them was recorded. */
  readonly remarks: (services: readonly Service[]) => readonly string[];
}

/** Reads the recording of a file. Rejects with a sentence for the user, which says nothing of what was recorded. */
export function likeRecording(path: string): LikeRecording {
  const content = readText(path, longest);
  if ('cause' in content) throw new Error(`${path} cannot be read: ${content.cause}`);
  const recording = readRecording(content.text);
  if ('cause' in recording) throw new Error(`${path} cannot be used. ${recording.cause}`);
  const seen = recording.exchanges.map(({ method, target, headers, body, response }): SeenExchange => ({
    request: { method, target, headers, body },
    response,
  }));
  return {
    partOf: (service, portOffset, receivers) =>
      partLike(service, knownExchanges(service, seen).known, portOffset, receivers),
    remarks: (services) => remarksOn(path, services, seen),
  };
}

function remarksOn(path: string, services: readonly Service[], seen: readonly SeenExchange[]): readonly string[] {
  if (services.length === 0)
    throw new Error(
      '--like sets a service that is played by its description; name it with --description FILE, --service NAME or --own-services',
    );
  const engine = createEngine();
  const used = new Set<SeenExchange>();
  const lines = services.flatMap((service): readonly string[] => {
    const own = seen.filter((one) => knownExchanges(service, [one]).known.length > 0);
    for (const one of own) used.add(one);
    if (own.length === 0) return [];
    const endpoint = { name: service.id, service: service.id, baseUrl: 'http://127.0.0.1' };
    const check = perRequest(
      (request: Parameters<typeof engine.describedWire>[0]) =>
        engine.describedWire(request, endpoint, services)?.findings ?? [],
    );
    const truth = truthOf(service, knownExchanges(service, own).known, check);
    const other = truth.operations.filter(({ played, alike }) => alike < played);
    const more = other.length > maxShown ? [`  … and ${count(other.length - maxShown, 'operation')} more`] : [];
    return [
      `${service.id} is set like ${path}: of what was recorded, it answers ${shareOf(truth)} alike.`,
      ...other.slice(0, maxShown).map((one) => `  ${one.operation}: ${shareOf(one)}. ${one.first ?? ''}`),
      ...more,
    ];
  });
  if (used.size === 0)
    throw new Error(`${path} has no request of ${services.map(({ id }) => id).join(' or ')}; use a recording of it`);
  const rest = seen.length - used.size;
  return rest === 0
    ? lines
    : [...lines, `${count(rest, 'recorded request')} of no operation ${rest === 1 ? 'was' : 'were'} left out.`];
}
