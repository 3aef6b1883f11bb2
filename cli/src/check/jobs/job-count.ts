import { InvalidArgumentError } from 'commander';

/** Reads in how many threads is worked. */
export function jobCount(text: string): number | 'auto' {
  if (text !== 'auto' && !/^[1-9]\d?$/.test(text))
    throw new InvalidArgumentError('It must be auto, or a whole number from 1 to 99.');
  return text === 'auto' ? text : Number(text);
}
