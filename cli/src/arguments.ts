import { InvalidArgumentError } from 'commander';
import { tagsIn } from '@rulebook/request-file/syntax';
import { playedServers } from '@rulebook/services';
import { originIn } from '@rulebook/node/credentials/file-secrets';

/** Reads how often a request is sent again. */
export function retryCount(text: string): number {
  if (!/^(?:\d|10)$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 to 10.');
  return Number(text);
}

/** Collects the values of an option that may be repeated. */
export function collectOption(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Collects the lists of tags of an option that may be repeated. */
export function collectTags(value: string, earlier: readonly string[] = []): readonly string[] {
  if (tagsIn(value).length === 0)
    throw new InvalidArgumentError('It must be a tag, or several with commas between them.');
  return [...earlier, value];
}

/** Collects the URLs of an option that may be repeated. */
export function collectOrigin(value: string, earlier: readonly string[]): readonly string[] {
  if (originIn(value) === '') throw new InvalidArgumentError('It must be a URL such as https://api.example.org.');
  return [...earlier, value];
}

/** Reads a whole number from 1. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, at least 1.');
  return Number(text);
}

/** Reads a percentage. */
export function percentage(text: string): number {
  const value = Number(text);
  if (!/^\d{1,3}(?:\.\d{1,3})?$/.test(text) || value > 100)
    throw new InvalidArgumentError('It must be a percentage from 0 to 100.');
  return value;
}

/** Reads a number of seconds. A timer of Node holds at most 2^31 milliseconds. */
export function positiveSeconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 2_000_000)) throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return value;
}

/** The longest text that a program of this kind can hold is half a gigabyte. */
const largestBody = 512 * 1024 * 1024;

/** Reads a size such as `10mb` as a number of bytes. */
export function byteSizeArgument(text: string): number {
  const [, number, unit = ''] = /^(\d{1,12})(kb|mb|gb|b)?$/i.exec(text.trim()) ?? [];
  const factor = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }[unit.toLowerCase()] ?? NaN;
  const bytes = Number(number) * factor;
  if (!(bytes >= 1 && bytes <= largestBody)) {
    throw new InvalidArgumentError('It must be a size such as 500kb or 10mb, at most 512mb.');
  }
  return bytes;
}

/** Reads the first port of the sandbox; its other servers take the next ones. */
export function portBase(text: string): number {
  const value = positiveInteger(text);
  const highest = 65_535 - Math.max(...playedServers.map(({ portOffset }) => portOffset));
  if (value > highest) throw new InvalidArgumentError(`It must be at most ${highest}.`);
  return value;
}

/** Reads the first port of the sandbox, or 0 for free ones. */
export function port(text: string): number {
  return text === '0' ? 0 : portBase(text);
}

/** Reads the port of a single server, or 0 for a free one. */
export function wholePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return Number(text);
}
