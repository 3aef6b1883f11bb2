import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ReportedFinding } from '@rulebook/sender/report';
import { causeOf } from '@rulebook/node/files/files';
import { readPrivateFile, refusalOfFile, writePrivateFile } from '@rulebook/node/files/private-file';
import { userCacheFolder } from '@rulebook/node/files/user-cache-folder';
import { environment } from '../configuration/configuration-file';

/** What was found in a file. */
interface KeptFindings {
  readonly findings: readonly ReportedFinding[];
  /** The number of its requests. */
  readonly requests: number;
}

/**
 * Findings of earlier runs. Their keys are hashes of all that they follow from, so that nothing has to be compared, and no text of a file or
 * value of a variable is kept.
 */
export interface CheckCache {
  /** Returns a hash, of which keys are made. */
  readonly hash: (content: string | Buffer) => string;
  readonly get: (key: string) => KeptFindings | undefined;
  readonly set: (key: string, kept: KeptFindings) => void;
  /** Writes what was kept; returns why that is not possible, as half a sentence. */
  readonly save: () => string | undefined;
}

/** The first line of the file; each of the others is a key and the JSON text of its findings. */
interface Head {
  /** The program with its version. */
  readonly maker: string;
  /** Of the other lines. */
  readonly hash: string;
}

/** The number of files whose findings are kept; those that were not used for the longest time are dropped. */
const maxEntries = 50_000;
/** In bytes. */
const maxBytes = 200_000_000;
/** Of a file with more findings, the next run finds them again. */
const maxFindings = 1_000;

/** Returns where the findings of the current folder are kept. */
export function defaultCacheLocation(): string {
  return join(userCacheFolder(environment), 'rulebook', 'checks', `${hashOf(process.cwd()).slice(0, 40)}.json`);
}

/** Reads a cache. What another `maker` wrote is not used; `warn` receives what is wrong with the file. */
export function openCheckCache(path: string, maker: string, warn: (problem: string) => void): CheckCache {
  // In the order of use: a map keeps the order in which its keys were set.
  const lines = new Map<string, string>();
  for (const line of readLines(path, maker, warn)) lines.set(line.slice(0, keyLength), line.slice(keyLength));
  let isChanged = false;
  return {
    hash: hashOf,
    get: (key) => {
      const line = lines.get(key);
      if (line === undefined) return undefined;
      lines.delete(key);
      lines.set(key, line);
      return JSON.parse(line) as KeptFindings;
    },
    set: (key, kept) => {
      if (kept.findings.length > maxFindings) return;
      isChanged = true;
      lines.set(key, JSON.stringify(kept));
    },
    save: () => {
      if (!isChanged) return undefined;
      const kept = [...lines].slice(-maxEntries).map(([key, line]) => key + line);
      const content = kept.join('\n');
      const head: Head = { maker, hash: hashOf(content) };
      try {
        writePrivateFile(path, `${JSON.stringify(head)}\n${content}`);
        return undefined;
      } catch (error) {
        return causeOf(error);
      }
    },
  };
}

function readLines(path: string, maker: string, warn: (problem: string) => void): readonly string[] {
  const text = readPrivateFile(path, maxBytes);
  if (text === undefined) {
    const refusal = refusalOfFile(path);
    if (refusal !== undefined) warn(`is not used: ${refusal}`);
    return [];
  }
  const end = text.indexOf('\n');
  const content = text.slice(end + 1);
  const head = headIn(text.slice(0, Math.max(end, 0)));
  if (head === undefined || (head.maker === maker && head.hash !== hashOf(content))) {
    warn('is damaged and is made anew');
    return [];
  }
  return head.maker === maker && content !== '' ? content.split('\n') : [];
}

function headIn(line: string): Head | undefined {
  try {
    const head = JSON.parse(line) as Partial<Head> | null;
    return typeof head?.maker === 'string' && typeof head.hash === 'string' ? (head as Head) : undefined;
  } catch {
    return undefined;
  }
}

/** In hexadecimal digits. */
const keyLength = 64;

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
