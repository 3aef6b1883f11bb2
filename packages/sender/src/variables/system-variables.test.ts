import { describe, expect, it } from 'vitest';
import { createFiller } from './resolve-variables';
import { segmentsOf } from '../plan/segments';

const system = {
  now: () => Date.UTC(2024, 0, 31, 15, 4, 5, 6),
  guid: () => '0000-guid',
  random: () => 0.5,
  environment: (name: string) => (name === 'USER' ? 'me' : undefined),
  dotenv: (name: string) => (name === 'KEY' ? 'from-file' : undefined),
  localOffset: () => -210,
};
const defined: Readonly<Record<string, string>> = { which: 'USER' };

function fill(text: string, answered?: (name: string) => string | undefined) {
  const filler = createFiller(
    (name) => (defined[name] === undefined ? undefined : { value: defined[name], isSecret: false }),
    system,
    answered,
  );
  return { text: filler.fill(segmentsOf(text)), unresolved: filler.unresolved };
}

describe('system variables', () => {
  it.each([
    ['$guid', '0000-guid'],
    ['$uuid', '0000-guid'],
    ['$timestamp', '1706713445'],
    ['$timestamp -1 d', '1706627045'],
    ['$isoTimestamp', '2024-01-31T15:04:05.006Z'],
    ['$datetime iso8601', '2024-01-31T15:04:05.006Z'],
    ['$datetime rfc1123', 'Wed, 31 Jan 2024 15:04:05 GMT'],
    ["$datetime 'YYYY-MM-DD [at] h:mm A'", '2024-01-31 at 3:04 PM'],
    ['$datetime iso8601 1 M', '2024-02-29T15:04:05.006Z'],
    ["$datetime 'YYYY' -1 y", '2023'],
    ["$localDatetime 'DD.MM.YYYY HH:mm Z'", '31.01.2024 11:34 -03:30'],
    ['$localDatetime iso8601', '2024-01-31T11:34:05.006-03:30'],
    ['$randomInt 10 20', '15'],
    ['$randomInt', '500'],
    ['$processEnv USER', 'me'],
    ['$processEnv %which', 'me'],
    ['$dotenv KEY', 'from-file'],
    ['$dotEnv KEY', 'from-file'],
    ['$env.USER', 'me'],
    ['$date', '2024-01-31'],
    ['$random.uuid', '0000-guid'],
    ['$random.integer(10, 20)', '15'],
    ['$random.integer(10,20)', '15'],
    ['$random.float(0, 1)', '0.5'],
    ['$random.float', '500'],
    ['$random.alphabetic(3)', 'AAA'],
    ['$random.alphabetic(0)', ''],
    ['$random.alphanumeric 2', 'FF'],
    ['$random.hexadecimal(4)', '8888'],
    ['$random.email', 'nnnnnnnnnn@example.com'],
  ])('%s is %s', (variable, value) => {
    expect(fill(`{{${variable}}}`)).toEqual({ text: value, unresolved: [] });
  });

  it.each([
    '$datetime',
    '$datetime soon',
    '$datetime iso8601 1 x',
    '$dotenv',
    '$dotenv NO',
    '$randomInt 5 5',
    '$what',
    '$guid 5',
    '$random.float(1, 0)',
    '$random.alphabetic(99999)',
    '$random.name.firstName',
    '$secret a b',
  ])('%s has no value', (variable) => {
    expect(fill(`{{${variable}}}`).unresolved).toEqual([variable]);
  });
});

it('fills nothing in that a service has answered', () => {
  const answered = (name: string) => (name === 'a.response.body.*' ? '{{$processEnv USER}}' : undefined);
  expect(fill('{{a.response.body.*}}', answered)).toEqual({ text: '{{$processEnv USER}}', unresolved: [] });
});
