import { describe, expect, it } from 'vitest';
import { createEngine } from '../../packages/engine/src/index';
import { allExamples, exampleTexts } from '../rules/examples';
import { isThere, readCorpus, reason, requestFileOf } from '../rules/read-corpus';
import { examplesIn, playExample, type Example } from './agreement-play';
import { notPlayed } from './not-played';
import type { Played } from './play';

// One source of rules, two consumers: what the editor calls an error the sandbox refuses by the same rule, and what the editor accepts the
// sandbox does not refuse for its form; over the examples of every rule and the public requests.

const { rules } = createEngine();

/** Errors whose cause does not reach the wire, and why. */
const ofTheFile: Readonly<Record<string, string>> = {
  'malformed-request-line': 'how a line is written is not sent',
  'wildcard-key': 'the document forbids it, and the sandbox answers as a node does, which accepts it',
  'unsupported-deployment': 'the sandbox plays a self-managed cluster, and only the file names another deployment',
};

/** Rules of error severity that no request to a sandbox can break, and why. */
const neverSent: Readonly<Record<string, string>> = {
  'missing-body-file': 'there is nothing to send',
  'missing-import': 'it is a line of the file, and no part of a request',
  'missing-right': 'the rights of a caller are given to the checker; the sandbox gives its own',
  'malformed-graphql': 'the sandbox executes no documents',
  'faulty-body-file': 'the file of the body is checked for the request that names it',
};

/** Refusals for what the sandbox holds or can do, not for the form of the request. */
const ofTheState: readonly { readonly type: string; readonly words: RegExp; readonly why: string }[] = [
  {
    type: 'query_shard_exception',
    words: /has no field \[[^\]]*\] to sort by/,
    why: 'the file does not show which fields the index has',
  },
  {
    type: 'repository_exception',
    words: /The location must not contain a control character/,
    why: 'where repositories may lie is decided by the nodes',
  },
  {
    type: 'snapshot_restore_exception',
    words: /There is no such snapshot/,
    why: 'servers name a missing snapshot in this way when they restore it',
  },
  {
    type: 'script_exception',
    words: /The sandbox runs only scripts of the form/,
    why: 'the document shows one accessor; the sandbox has no language for scripts',
  },
  {
    type: 'illegal_argument_exception',
    words: /^The index \[\w+\] has no field \[\w+\] to sort by/,
    why: 'the mapping of the index does not have the field',
  },
  {
    type: 'verification_exception',
    words: /line \d+:\d+: Unknown index \[/,
    why: 'the sandbox does not have the index that the query reads',
  },
  { type: '', words: /The cursor is not valid/, why: 'a cursor is given out by the host' },
];

/** What the sandbox says, in the words of either service. */
interface Cause {
  readonly type: string;
  readonly reason: string;
}

function refusalIn({ body }: Played): { readonly type: string; readonly words: string } {
  const { error, message, errors } = body as {
    readonly error?: { readonly type: string; readonly reason: string; readonly root_cause?: readonly Cause[] };
    readonly message?: string;
    readonly errors?: readonly { readonly message?: string }[];
  };
  // Why shards failed is in the causes.
  const [cause] = error?.root_cause ?? [];
  const { type, reason } = { ...error, ...cause };
  return { type: type ?? '', words: reason ?? errors?.[0]?.message ?? message ?? '' };
}

/** Returns the rule by which the sandbox refused; the search cluster names it in the error. */
function ruleIn({ body }: Played): string | undefined {
  const { rule, error } = body as { readonly rule?: string; readonly error?: { readonly rule?: string } };
  return rule ?? error?.rule;
}

/** Returns how the sandbox disagrees with what the checker says of the request, or undefined. */
function disagreement(example: Example, isPrepared: boolean): string | undefined {
  const played = playExample(example, isPrepared);
  const { type, words } = refusalIn(played);
  const rule = ruleIn(played);
  const seen = `${played.status} ${type} ${rule ?? ''} ${words}`;
  const errors = example.errors.filter((one) => !Object.hasOwn(ofTheFile, one));
  if (errors.length > 0) {
    // What is wrong with a repository is a fault of the server, as it says.
    const isRefusal = [400, 422].includes(played.status) || type === 'repository_exception';
    const isRefused = isRefusal && rule !== undefined && errors.includes(rule);
    // Servers look for the index of a query before they look at its columns.
    const isUnread = type === 'verification_exception' && /: Unknown index \[/.test(words);
    return isRefused || isUnread ? undefined : `the checker says ${errors.join()}, the sandbox ${seen}`;
  }
  if (/[Tt]he sandbox (?:knows no|does not play)/.test(`${words}${played.text}`)) {
    return Object.hasOwn(notPlayed, example.operation.id) ? undefined : `not played: ${words}`;
  }
  // Something that is not there, or is there already.
  if (played.status < 400 || played.status === 404 || played.status === 409) return undefined;
  // What a document or a search of an index meets there, the checker can only guess, and reports with a lower severity.
  if (rule !== undefined && example.doubts.includes(rule)) return undefined;
  // A placeholder that is still there is no number, which the checker reports as what it is.
  if (rule === 'wrong-type' && example.doubts.includes('unresolved-placeholder')) return undefined;
  if (ofTheState.some((known) => known.type === type && known.words.test(words))) return undefined;
  return `the checker says nothing, the sandbox ${seen}`;
}

describe.each(allExamples.map(({ id, reported, notReported }) => ({ id, texts: [...notReported, ...reported] })))(
  'checker and sandbox agree on the examples of $id',
  ({ texts }) => {
    it('with nothing there, and with what they name', () => {
      for (const example of texts.flatMap(examplesIn)) {
        expect(disagreement(example, false), example.text).toBeUndefined();
        expect(disagreement(example, true), example.text).toBeUndefined();
      }
    });
  },
);

const reportedOf = (rule: string) => allExamples.find(({ id }) => id === rule)?.reported ?? [];

describe('the examples of the rules', () => {
  const examples = exampleTexts.flatMap(examplesIn);

  it('are refused by every rule of error severity that a request can break', () => {
    const named = new Set(examples.map((example) => String(ruleIn(playExample(example)))));
    const wanted = rules
      .filter(({ id, severity }) => severity === 'error' && reportedOf(id).flatMap(examplesIn).some(breaks(id)))
      .map(({ id }) => id)
      .filter((id) => !Object.hasOwn(ofTheFile, id));
    expect(wanted.length).toBeGreaterThan(15);
    expect(wanted.filter((id) => !named.has(id))).toEqual([]);
  });

  it('break each rule of error severity, except those that stop a request from being sent', () => {
    const silent = rules
      .filter(({ id, severity }) => severity === 'error' && !reportedOf(id).flatMap(examplesIn).some(breaks(id)))
      .map(({ id }) => id);
    expect(silent.sort()).toEqual(Object.keys(neverSent).sort());
  });

  it('are accepted in great number', () => {
    expect(examples.filter((example) => playExample(example, true).status < 300).length).toBeGreaterThan(80);
  });
});

function breaks(rule: string): (example: Example) => boolean {
  return ({ errors }) => errors.includes(rule);
}

describe.skipIf(!isThere)(
  `checker and sandbox agree on public requests${isThere ? '' : ` (skipped: ${reason})`}`,
  () => {
    const played = readCorpus().flatMap((item) => {
      const examples = examplesIn(requestFileOf(item));
      return examples.map((example, at) => ({ item, example, isLast: at === examples.length - 1 }));
    });

    it.each([
      ['nothing', false],
      ['what they name', true],
    ])('with %s there', (_, isPrepared) => {
      const disagreements = played.flatMap(({ item, example }) => {
        const problem = disagreement(example, isPrepared);
        return problem === undefined ? [] : [`${item.id} ${example.plan.label}: ${problem}`];
      });
      expect(played.length).toBeGreaterThan(200);
      expect(disagreements).toEqual([]);
    });

    it('and the sandbox refuses what only the state of a server can forbid', () => {
      const stateful = played.filter(({ item, isLast }) => item.detect === 'stateful' && isLast);
      const accepted = stateful.filter(({ example }) => playExample(example).status < 400).map(({ item }) => item.id);
      expect(stateful.length).toBeGreaterThan(0);
      expect(accepted).toEqual([]);
    });
  },
);
