import { expect, it } from 'vitest';
import { mayBeIndented } from './construct-at';
import { constructs } from './constructs';

it.each(constructs.map((construct) => [construct.example, construct] as const))(
  'allows white space in front of %j exactly where its expression does',
  (example, construct) => {
    const [line = ''] = example.split('\n', 1);
    expect(construct.begins.test(line)).toBe(true);
    expect(mayBeIndented(construct)).toBe(construct.begins.test(` ${line}`));
  },
);
