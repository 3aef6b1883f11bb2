import { describe, expect, it } from 'vitest';
import { DefinedNames } from '../../../packages/checker/src/rules/runner/defined-names';
import { FileBlock, noFindings } from '../../../packages/checker/src/rules/runner/file-block';

const blockOf = (order: number, ...names: readonly string[]): FileBlock =>
  new FileBlock(
    order,
    {
      findings: noFindings,
      summary: { definitions: [], uses: [], otherNames: names },
      hasRequest: true,
      resolvedTexts: [],
      requestStart: 0,
    },
    { wholeOf: () => undefined },
  );

describe('the names that blocks define', () => {
  it('are collected when one is asked for, and followed from then on', () => {
    const asked: (readonly string[])[] = [];
    const names = new DefinedNames(({ otherNames = [] }) => (asked.push(otherNames), otherNames));
    const blocks = [blockOf(1, 'a'), blockOf(2, 'b', 'a'), blockOf(3)];
    for (const block of blocks) names.enter(block);
    const { view } = names;
    expect(names.view).toBe(view);
    // Each block was asked once for whether it has any.
    expect(asked).toHaveLength(3);
    expect([view.has('a'), view.has('c')]).toEqual([true, false]);
    expect(asked).toHaveLength(5);
    expect(view.has('b')).toBe(true);
    expect(asked).toHaveLength(5);
    expect([...view.keys()]).toEqual(['a', 'b']);
    expect(view.get('a')).toBe(blocks[0]);
    expect(names.view).toBe(view);
    const another = blockOf(0, 'a');
    names.enter(another);
    expect(names.view).toBe(view);
    expect(names.blocksOf('a')).toEqual([another, blocks[0], blocks[1]]);
    names.enter(blockOf(4, 'c'));
    expect(names.view).not.toBe(view);
    expect(names.blocksOf('c')).toHaveLength(1);
  });

  it('are another object until they are asked for, whenever a block comes that defines one', () => {
    const names = new DefinedNames(({ otherNames = [] }) => otherNames);
    const none = names.view;
    names.enter(blockOf(1));
    expect(names.view).toBe(none);
    const block = blockOf(2, 'a');
    names.enter(block);
    const one = names.view;
    expect(one).not.toBe(none);
    names.leave(block);
    expect(names.view).not.toBe(one);
    expect(names.has('a')).toBe(false);
  });

  it('stay while another block defines them', () => {
    const names = new DefinedNames(({ otherNames = [] }) => otherNames);
    const [first, second] = [blockOf(1, 'a'), blockOf(2, 'a')];
    for (const block of [first, second]) names.enter(block);
    names.leave(first);
    expect(names.blocksOf('a')).toEqual([second]);
    names.leave(second);
    expect(names.has('a')).toBe(false);
  });
});
