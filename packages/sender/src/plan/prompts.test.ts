import { describe, expect, it } from 'vitest';
import { promptOfVariable } from './prompts';

describe('promptOfVariable', () => {
  it.each([
    ['$input', { isSecret: false }],
    ['$input Who are you?', { description: 'Who are you?', isSecret: false }],
    ['$input Who are you? $value: ann', { description: 'Who are you?', default: 'ann', isSecret: false }],
    ['$input-askonce Who $value: ', { description: 'Who', isSecret: false }],
    ['$password Your password', { description: 'Your password', isSecret: true }],
    [
      '$pick Stage? $value: dev, staging,prod',
      { description: 'Stage?', choices: ['dev', 'staging', 'prod'], isSecret: false },
    ],
  ])('%s', (name, expected) => {
    expect(promptOfVariable(name)).toEqual({ name, ...expected });
  });

  it.each(['input', '$inputs', '$pick', '$pick Stage?', '$guid', '$passwords x'])('%s asks for nothing', (name) => {
    expect(promptOfVariable(name)).toBeUndefined();
  });
});
