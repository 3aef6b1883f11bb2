import { pointerOf, type Place } from '@rulebook/description/openapi/place';
import type { Change, ChangeLevel, ChangePlace, Repair } from '../model';
import type { Finding } from './finding';
import { idOf, levelOf, type Area } from './kinds';

/** What a change is, before its places are written out. */
export interface NewChange {
  readonly id: string;
  readonly level: ChangeLevel;
  readonly place: ChangePlace;
  readonly message: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly from?: Place | undefined;
  readonly to?: Place | undefined;
  readonly repair?: Repair | undefined;
  readonly alsoAt?: Change['alsoAt'] | undefined;
  readonly isAlsoAt?: Change['isAlsoAt'] | undefined;
}

/** Where the schemas of findings are. */
export interface SchemaUse {
  readonly area: Area;
  readonly place: ChangePlace;
  /** In front of the element of a finding: `query limit`, `$`, `200 $`. */
  readonly start: string;
  /** What is meant, for sentences: "the query parameter `limit`", "the response 200". */
  readonly noun: string;
  readonly isHeaderParameter?: boolean;
  /** The service sends it. */
  readonly isSent?: boolean;
}

/** Longer values are not shown. */
const longestValue = 200;

/** Changes, each once, in the order in which they are added. */
export class ChangeList {
  readonly #changes = new Map<string, Change>();
  readonly #isWritten: boolean;

  /** With `isWritten`, places in the texts are kept. */
  constructor(isWritten: boolean) {
    this.#isWritten = isWritten;
  }

  /** Adds a change, unless it is known of its place. */
  add({ before, after, from, to, repair, alsoAt, isAlsoAt, ...change }: NewChange): void {
    const [was, is] = [jsonOf(before), jsonOf(after)];
    const { method, path, side, element } = change.place;
    const key = [change.id, method, path, side, element, was, is, element === undefined ? change.message : ''].join(
      '\n',
    );
    const former = this.#changes.get(key);
    if (former !== undefined) {
      // Two schemas may be at one place, and each at others, too.
      this.#changes.set(key, { ...former, ...furtherPlaces(former, { alsoAt, isAlsoAt }, element) });
      return;
    }
    const pointers = { ...(from && { before: shownPlace(from) }), ...(to && { after: shownPlace(to) }) };
    this.#changes.set(key, {
      ...change,
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
      ...(this.#isWritten && (from ?? to) && { pointers }),
      ...(repair && { repair }),
      ...(alsoAt && { alsoAt }),
      ...(isAlsoAt && { isAlsoAt }),
    });
  }

  /** Adds what differs between two schemas. */
  addFindings(findings: readonly Finding[], use: SchemaUse): void {
    for (const finding of findings) {
      const { kind, use: ofMember } = finding;
      // What is only read is in no request, so that it may come and go.
      if (
        use.area === 'request' &&
        ofMember === 'read' &&
        (kind === 'property-added' ||
          kind === 'property-removed' ||
          kind.startsWith('became-required') ||
          kind === 'became-optional')
      )
        continue;
      const id = idOf(finding, use.area, use.isHeaderParameter);
      const isField = use.area === 'parameter' || use.area === 'header';
      const end = finding.value === undefined ? '' : `=${finding.value}`;
      const elementAt = (at: string): string => `${use.start}${isField ? parameterStep(at) : at}${end}`;
      const { also } = finding;
      const subject = finding.at === '' ? upperFirst(use.noun) : `\`$${finding.at}\` of ${use.noun}`;
      const level = levelOf(finding, use.isSent ? 'response' : use.area, id);
      this.add({
        ...{ id, level },
        place: { ...use.place, element: elementAt(finding.at) },
        message: `${subject} ${finding.words}.`,
        ...{ before: finding.before, after: finding.after, from: finding.from, to: finding.to },
        ...(use.area === 'request' || use.area === 'parameter'
          ? { repair: finding.repair }
          : renameOnly(finding.repair)),
        ...(also && {
          alsoAt: (limit) => also.places(limit).map(elementAt),
          isAlsoAt: (element) =>
            element.startsWith(use.start) &&
            element.endsWith(end) &&
            also.isAt(element.slice(use.start.length, element.length - end.length)),
        }),
      });
    }
  }

  /** Returns all changes. */
  all(): readonly Change[] {
    return [...this.#changes.values()];
  }
}

type Further = Pick<NewChange, 'alsoAt' | 'isAlsoAt'>;

/** Returns the further places of both of two changes. */
function furtherPlaces(one: Further, other: Further, own = ''): Pick<Change, 'alsoAt' | 'isAlsoAt'> {
  if (other.alsoAt === undefined && other.isAlsoAt === undefined) return {};
  return {
    alsoAt: (limit) => {
      const places = new Set([...(one.alsoAt?.(limit) ?? []), ...(other.alsoAt?.(limit) ?? [])]);
      return [...places].filter((place) => place !== own).slice(0, limit);
    },
    isAlsoAt: (element) => one.isAlsoAt?.(element) === true || other.isAlsoAt?.(element) === true,
  };
}

/** A response is not repaired; what reads it may follow another name. */
function renameOnly(repair: Repair | undefined): { readonly repair?: Repair } {
  return repair?.kind === 'rename' ? { repair } : {};
}

/** The values of a list as a parameter are values of the parameter. */
function parameterStep(at: string): string {
  return at === '[]' ? '' : at;
}

function jsonOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text === undefined || text.length > longestValue ? undefined : text;
}

function shownPlace(place: Place): string {
  return `${place.file}${pointerOf(place)}`;
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
