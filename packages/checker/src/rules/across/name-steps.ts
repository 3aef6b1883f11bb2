import type { Binding, BoundParameter, CheckContext } from '../../binding/model';
import type { KnownNames } from '@rulebook/catalogue/name-lists';
import { namesPlaceOf, type NamesPlace } from '../../live-names/asked-names';
import { nameUsesIn, openedLists, type NameUse } from '../../live-names/name-uses';
import { perObject } from '@rulebook/text/structures/memo';
import type { Block } from '@rulebook/request-file/syntax/model';
import { nearWordsOf } from '@rulebook/text/near-words';
import type { Span } from '@rulebook/text/span';
import { isExpectedToFail } from './item-use';
import { serviceSummary } from './service-summary';

/** What a request does with names of which an endpoint has listed all. */
export interface NameStep {
  /** The list: its name, and the request that reads it. */
  readonly list: string;
  /** `lacks`: the endpoint has no such name. `creates`: there may be one from here on. `opens`: there may be others, too. */
  readonly step: 'lacks' | 'creates' | 'opens';
  /** Absent for `opens`. */
  readonly name?: string;
  readonly noun: string;
  readonly span: Span;
  /** The name that is probably meant. */
  readonly meant?: string;
  /** The request only removes it, which is often done in case that it is there. */
  readonly isRemoved?: true;
}

/** The steps of a request at an endpoint. */
interface NameSteps {
  readonly endpoint: string;
  readonly steps: readonly NameStep[];
}

/** What is remembered of requests whose names an endpoint has been asked for; nothing where none is asked. */
export const nameSteps = serviceSummary('names', nameStepsOf);

function nameStepsOf(block: Block, binding: Binding, context: CheckContext): NameSteps | undefined {
  const { liveNames, outsideNames } = context;
  if (liveNames === undefined || binding.operation === undefined || block.association !== undefined) return undefined;
  const place = namesPlaceOf(binding);
  // Requests of an imported file may come before, and create anything.
  if (place === undefined || outsideNames?.hasImports === true) return undefined;
  const steps = [
    ...stepsOfUses(binding, place, liveNames),
    ...openedLists(binding, binding.operation).map(({ list, request }): NameStep => ({
      ...{ list: `${list.id} ${request.path}`, step: 'opens', noun: list.noun, span: binding.request.lineSpan },
    })),
  ];
  return steps.length === 0 ? undefined : { endpoint: place.endpoint.name, steps };
}

function stepsOfUses(
  binding: Binding,
  { endpoint, service }: NamesPlace,
  liveNames: NonNullable<CheckContext['liveNames']>,
): readonly NameStep[] {
  const { block, method } = binding;
  const mayLack = method !== 'HEAD' && !isExpectedToFail(block);
  const steps: NameStep[] = [];
  /** The parameters whose values are not known to be there: what is in them is not asked for. */
  const unsure = new Set<string>();
  for (const use of nameUsesIn(binding, service)) {
    const { kind, asked, name, span, mayCreate } = use;
    if (kind.list.isPartial === true || Object.keys(asked.names).some((one) => unsure.has(one))) continue;
    const step = { list: `${kind.list.id} ${asked.request.path}`, name, noun: kind.list.noun, span };
    const known = liveNames.of(endpoint, asked, 'check');
    if (mayCreate) steps.push({ ...step, step: 'creates' });
    const isThere = known !== undefined && setOf(known).has(name);
    if (mayLack && !mayCreate && !isThere && known?.isWhole === true && !isTolerated(use, binding)) {
      const meant = meantName(name, known);
      const isRemoved = method === 'DELETE' && isLast(use, binding.path);
      steps.push({ ...step, step: 'lacks', ...(meant !== undefined && { meant }), ...(isRemoved && { isRemoved }) });
    }
    if (!isThere) unsure.add(kind.list.parameter);
  }
  return steps;
}

function isLast({ holder }: NameUse, path: readonly BoundParameter[]): boolean {
  return path.at(-1)?.field.name === holder;
}

function isTolerated({ kind }: NameUse, { request }: Binding): boolean {
  return request.target.query.some(
    ({ name, value }) => kind.toleratedBy.includes(name.text) && value?.text !== 'false',
  );
}

const setOf = perObject(({ names }: KnownNames): ReadonlySet<string> => new Set(names.map(({ name }) => name)));
const nearOf = perObject((known: KnownNames) => nearWordsOf(setOf(known)));

/** In a short name, two letters make another one. */
const shortName = 6;

/** Returns the known name that is nearest to one that is not known. */
function meantName(name: string, known: KnownNames): string | undefined {
  const near = nearOf(known)(name, name.length < shortName ? 1 : 2);
  const least = Math.min(...near.map(({ distance }) => distance));
  const nearest = near.filter(({ distance }) => distance === least);
  return nearest.length === 1 ? nearest[0]?.word : undefined;
}
