import type { Endpoint } from '@rulebook/checker/binding/model';
import { describe, expect, it } from 'vitest';
import type { RequestPlan } from '../plan/plan';
import type { Judgement, JudgedRequest } from '../ports/ways';
import { differenceOfSent } from './judge-sent';
import type { Filled } from './prepare-request';

const lossOf = (message: string) => ({ kind: 'loss', message }) as const;
const [ofPath, ofBody] = [lossOf('Deletes the index.'), lossOf('Deletes 1 document.')];
const losses = { losses: [ofPath, ofBody], lossesOfBody: [ofBody] };
const same: Judgement = { operation: 'bulk', template: '/{index}/_bulk', ...losses };
const other: Judgement = { operation: 'drop', template: '/{index}', ...losses };
const unknown: Judgement = losses;

const prod: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://x.example/base' };
const url = 'https://x.example/base/a';

interface Given {
  readonly plan?: object;
  readonly filled?: object;
  /** What is said of the request as it is sent, and as it is written, by the name of the endpoint and the end of the URL. */
  readonly judge?: (place: string | undefined, url: string) => Judgement | undefined;
}

async function differenceIn({ plan, filled, judge }: Given) {
  const asked: string[] = [];
  const difference = await differenceOfSent(
    {
      ...{ method: 'POST', target: ['/', { variable: 'path' }], isUnsafe: true, operation: 'bulk' },
      service: 'search-cluster',
      ...plan,
    } as unknown as RequestPlan,
    {
      ...{ changes: ['a field is added'], segmentsAdded: ['a segment is added'], secrets: [], endpoint: prod },
      ...{ request: { method: 'POST', url, headers: [] }, writtenUrl: `${url}?written` },
      textOfBody: () => '{"delete":{}}',
      ...filled,
    } as unknown as Filled,
    judge &&
      (({ place, url: at }: JudgedRequest) => {
        asked.push(`${place?.name ?? 'none'} ${place?.baseUrl ?? ''} ${at}`);
        return judge(place?.name, at);
      }),
  );
  const { changes, isUnjudged } = difference;
  return { changes, losses: difference.losses.map(({ message }) => message), isUnjudged, asked };
}

const isWritten = (at: string) => at.endsWith('?written');
const losingActions = [{ name: 'delete', noun: 'document', provenance: { kind: 'reference' } }];
const [added, segment] = ['a field is added', 'a segment is added'];

describe('a request that is sent', () => {
  it.each<[string, Given]>([
    ['only reads', { plan: { isUnsafe: false } }],
    ['opens a connection', { plan: { opensChannel: true } }],
    ['has no variables', { plan: { target: ['/a'] } }],
  ])('is not judged where it %s', async (_, given) => {
    expect(await differenceIn({ ...given, judge: () => other })).toEqual({
      ...{ changes: [added], losses: [], isUnjudged: undefined, asked: [] },
    });
  });

  it.each<[string, Given, readonly string[], readonly string[]]>([
    ['of a known operation', { plan: { losingActions } }, [added, segment], [ofBody.message]],
    ['of an unknown path', { plan: { operation: undefined } }, [added], []],
  ])('is known by its structure where no one judges it, %s', async (_, given, changes, lost) => {
    expect(await differenceIn(given)).toMatchObject({ changes, losses: lost, isUnjudged: undefined });
  });

  it.each<[string, (at: string) => Judgement | undefined]>([
    ['as it is sent', (at) => (isWritten(at) ? same : undefined)],
    ['as it is written', (at) => (isWritten(at) ? undefined : same)],
  ])('is unjudged where nothing is known of it %s', async (_, judge) => {
    expect(await differenceIn({ judge: (__, at) => judge(at) })).toMatchObject({
      ...{ changes: [added, segment], losses: [], isUnjudged: true },
      asked: [`prod ${prod.baseUrl} ${url}`, `prod ${prod.baseUrl} ${url}?written`],
    });
  });

  it.each<[string, Judgement, changes: readonly string[], losses: readonly string[]]>([
    ['the same', same, [added], [ofBody.message]],
    [
      'another one',
      other,
      [added, 'a value changes the request: written is `POST /{index}/_bulk`, sent would be `POST /{index}`'],
      [ofPath.message, ofBody.message],
    ],
    ['unknown', unknown, [added, segment], [ofBody.message]],
  ])('is %s', async (_, sent, changes, lost) => {
    const judge = (__: string | undefined, at: string) => (isWritten(at) ? same : sent);
    expect(await differenceIn({ judge })).toMatchObject({ changes, losses: lost, isUnjudged: undefined });
  });

  it('is judged once where the URL is as it is written', async () => {
    expect((await differenceIn({ filled: { writtenUrl: url }, judge: () => same })).asked).toHaveLength(1);
  });

  it('is judged as one of the service that is written, where its host says nothing', async () => {
    const nowhere = { endpoint: undefined };
    const like = `the same service https://x.example ${url}`;
    const judge = (place: string | undefined) => (place === undefined ? unknown : other);
    const elsewhere = await differenceIn({ filled: nowhere, judge });
    expect(elsewhere).toMatchObject({ losses: [ofPath.message, ofBody.message], isUnjudged: undefined });
    expect(elsewhere.asked).toEqual([`none  ${url}`, like, `none  ${url}?written`]);
    const unanswered = await differenceIn({ filled: nowhere, judge: (place) => (place ? undefined : unknown) });
    expect(unanswered).toMatchObject({ changes: [added, segment], isUnjudged: undefined });
    const known = await differenceIn({ filled: nowhere, judge: (place) => (place ? other : same) });
    expect(known).toMatchObject({ changes: [added], losses: [ofBody.message] });
    const free = await differenceIn({ filled: nowhere, plan: { operation: undefined }, judge });
    expect(free).toMatchObject({ changes: [added], losses: [ofBody.message] });
    const ofNoService = await differenceIn({ filled: nowhere, plan: { service: undefined }, judge });
    expect(ofNoService.asked).toEqual([`none  ${url}`, `none  ${url}`, `none  ${url}?written`]);
    const own = await differenceIn({ judge: () => unknown });
    expect(own.asked).toEqual([
      ...Array.from({ length: 2 }, () => `prod ${prod.baseUrl} ${url}`),
      `prod ${prod.baseUrl} ${url}?written`,
    ]);
  });

  it('loses nothing that was said before, and shows no secret', async () => {
    const effects = [ofBody];
    expect((await differenceIn({ plan: { effects }, judge: () => same })).losses).toEqual([]);
    const secret = lossOf('Deletes the index `canary-value`.');
    const judge = () => ({ ...same, lossesOfBody: [secret] });
    expect((await differenceIn({ filled: { secrets: ['canary-value'] }, judge })).losses.join()).not.toContain(
      'canary',
    );
  });
});
