import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { harOf, writeRecording, type Exchange } from '@rulebook/exchange';
import { count } from '@rulebook/text';
import { causeOf } from '@rulebook/node/files/files';
import { replacePrivately } from '@rulebook/node/files/private-file';
import type { PassedExchange } from '@rulebook/node/recording/recording-proxy';
import { createPlanner } from '../convert/planner';
import { complain, exitCodes } from '../exit-codes';
import type { RecordedService } from './recorded-service';

declare const RULEBOOK_VERSION: string;

/** The files of a recording. */
export interface RecordedFiles {
  readonly requests: string;
  readonly har: string;
}

/** Returns the files of a recording, after trying that they can be written; or why not, as a sentence. */
export function filesFor(output: string): RecordedFiles | { readonly cause: string } {
  if (!/\.(?:http|rest)$/i.test(output))
    return { cause: `--output ${output} is not the name of a request file; let it end with .http` };
  const har = output.replace(/\.\w+$/, '.har');
  for (const path of [output, har]) {
    if (existsSync(path))
      return { cause: `${path} exists, and is not replaced; name another file in --output, or move it` };
    try {
      mkdirSync(dirname(path), { recursive: true });
      closeSync(openSync(path, 'wx'));
      rmSync(path);
    } catch (error) {
      return { cause: `${path}: cannot be written: ${causeOf(error)}; name another file in --output` };
    }
  }
  return { requests: output, har };
}

interface Recorded {
  readonly passed: readonly PassedExchange[];
  readonly exchanges: readonly Exchange[];
  readonly secrets: ReadonlySet<string>;
}

/** Writes the request file and the recording, prints what they hold, and returns the exit code. */
export function writeRecorded(
  files: RecordedFiles,
  { passed, exchanges, secrets }: Recorded,
  { to, isPathOnly }: RecordedService,
  hasAsserts: boolean,
): number {
  const known = [...secrets];
  const written = writeRecording(exchanges, {
    ...{ planOf: createPlanner(), isPathOnly, secrets: known, hasAsserts },
    baseUrl: to.href.replace(/\/+$/, ''),
  });
  const failures = [
    tryWriting(files.requests, () => written.text),
    tryWriting(files.har, () =>
      harOf(
        passed.map((one) => recordedIn(one, known)),
        RULEBOOK_VERSION,
      ),
    ),
  ].filter((failure) => failure !== undefined);
  for (const note of new Set(written.notes)) complain(note);
  for (const failure of failures) complain(failure);
  if (failures.length > 0) return exitCodes.unsent;
  process.stdout.write(
    `${count(passed.length, 'exchange')} recorded. ${files.requests} has ${count(written.requests, 'request')}, ${files.har} has all, with secrets masked.\n`,
  );
  return exitCodes.success;
}

function tryWriting(path: string, make: () => string): string | undefined {
  try {
    replacePrivately(path, make());
    return undefined;
  } catch (error) {
    return `${path}: cannot be written: ${causeOf(error)}`;
  }
}

/** Returns an exchange in the form that recordings are made of. */
function recordedIn(
  { method, url, headers, body, response, duration, ended }: PassedExchange,
  secrets: readonly string[],
) {
  const { status, statusText, httpVersion, size } = response;
  return {
    request: { method, url, headers, ...('text' in body && body.text !== '' && { body: body.text }) },
    response: {
      ...{ status, statusText, httpVersion, headers: response.headers, size, duration },
      body: 'text' in response.body ? response.body.text : '',
      ...('cause' in response.body && { binary: response.body.cause }),
      isTruncated: false,
    },
    ...{ secrets, ended },
  };
}
