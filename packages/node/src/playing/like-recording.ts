import { createEngine } from '@rulebook/engine';
import { perRequest, readRecording, type playedPart } from '@rulebook/sandbox';
import { knownExchanges, partLike, shareOf, truthOf, type SeenExchange, type Truth } from '@rulebook/sandbox/drift';
import type { SandboxPart } from '@rulebook/sandbox';
import type { Service } from '@rulebook/services';
import { count } from '@rulebook/text';
import { readText } from '../files/files';
import type { StartOptions } from './sandbox-start';
import { seenBuiltIn, setBuiltIn } from './set-built-in';

/** In bytes. */
const longest = 200_000_000;
/** More operations are not named. */
const maxShown = 10;

/** A recording from which a sandbox is set. */
export interface LikeRecording {
  /** Makes the part of a described service as it was recorded. */
  readonly partOf: typeof playedPart;
  /**
   * Sets the service that the sandbox plays by itself, if it was recorded, and returns how true the sandbox is, in lines for people. Rejects with a
   * sentence where nothing of its services was recorded.
   */
  readonly set: (
    played: LikePlayed,
    say: (text: string) => void,
  ) => Promise<LikePlayed & { readonly lines: readonly string[] }>;
}

/** What a sandbox plays, and the options of its services. */
export interface LikePlayed extends Pick<StartOptions, 'ofServices'> {
  readonly parts: readonly SandboxPart[];
  /** The services that are played by their descriptions. */
  readonly described: readonly Service[];
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
    set: async (played, say) => {
      const { described, parts, ofServices } = played;
      const found = remarksOn(path, described, seen);
      const rest = seen.filter((one) => !found.used.has(one));
      const builtIn = rest.length === 0 ? undefined : seenBuiltIn(parts, rest, ofServices, say);
      if (builtIn === undefined && found.used.size === 0) {
        const names = parts.map(({ service }) => service.id).join(' or ');
        throw new Error(`${path} has no request of ${names}; use a recording of it`);
      }
      const set = builtIn && (await setBuiltIn(builtIn, say));
      const left = builtIn === undefined ? rest.length : rest.length - builtIn.known.length;
      const leftOut =
        left === 0
          ? []
          : [`${count(left, 'recorded request')} of no operation ${left === 1 ? 'was' : 'were'} left out.`];
      if (builtIn === undefined || set === undefined) return { ...played, lines: [...found.lines, ...leftOut] };
      return {
        ...{ described, ofServices: builtIn.ofServices },
        parts: parts.map((part) => (part === builtIn.part ? set.part : part)),
        lines: [
          ...found.lines,
          ...linesOfSet(path, builtIn.service, set.truth),
          ...refusedLine(set.refused),
          ...leftOut,
        ],
      };
    },
  };
}

/** What a recording shows of a service, the sandbox may not take, such as what another module does. */
function refusedLine(refused: readonly string[]): readonly string[] {
  if (refused.length === 0) return [];
  const more = refused.length > maxShown ? [`and ${refused.length - maxShown} more`] : [];
  return [`It does not take ${[...refused.slice(0, maxShown), ...more].join(', ')}.`];
}

function linesOfSet(path: string, { id }: Service, truth: Truth): readonly string[] {
  const other = truth.operations.filter(({ played, alike }) => alike < played);
  const more = other.length > maxShown ? [`  … and ${count(other.length - maxShown, 'operation')} more`] : [];
  return [
    `${id} is set like ${path}: of what was recorded, it answers ${shareOf(truth)} alike.${unplayedOf(truth)}`,
    ...other.slice(0, maxShown).map((one) => `  ${one.operation}: ${shareOf(one)}. ${one.differences?.[0] ?? ''}`),
    ...more,
  ];
}

/** Says how much more is answered as it was recorded. */
function unplayedOf({ unplayed = 0 }: Truth): string {
  return unplayed === 0
    ? ''
    : ` ${unplayed} more ${unplayed === 1 ? 'is' : 'are'} not played, and answered as recorded.`;
}

function remarksOn(
  path: string,
  services: readonly Service[],
  seen: readonly SeenExchange[],
): { readonly lines: readonly string[]; readonly used: ReadonlySet<SeenExchange> } {
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
    return linesOfSet(path, service, truthOf(service, knownExchanges(service, own).known, check));
  });
  return { lines, used };
}
