import { loadMarkdown } from '@rulebook/engine';
import type { Exchange } from '@rulebook/exchange';
import { reasonOf } from '@rulebook/sender/plan';
import { count, visibleLine } from '@rulebook/text';
import {
  startRecordingProxy,
  type PassedExchange,
  type RecordingProxy,
} from '@rulebook/node/recording/recording-proxy';
import { createCommandEngine } from '../command-engine';
import { complain, exitCodes } from '../exit-codes';
import { judgeExchange } from './judge-exchange';
import type { RecordOptions } from './record-options';
import { recordedService } from './recorded-service';
import { untilEnded } from './until-ended';
import { filesFor, writeRecorded } from './write-recorded';

/** In bytes. */
const usualMaxBody = 5 * 1024 * 1024;

/** Hands requests on to a service until the user ends it, writes them as a request file, and returns the exit code. */
export async function record(options: RecordOptions): Promise<number> {
  await loadMarkdown();
  const place = await recordedService(options);
  if ('cause' in place) return usage(reasonOf(place));
  const files = filesFor(options.output);
  if ('cause' in files) return usage(files.cause);
  const engine = createCommandEngine();
  const passed: PassedExchange[] = [];
  const exchanges: Exchange[] = [];
  const secrets = new Set<string>();
  let findings = 0;
  const ending = untilEnded(options);
  let proxy: RecordingProxy;
  try {
    proxy = await startRecordingProxy({
      ...{ to: place.to, connection: place.connection, isInsecure: place.isInsecure },
      ...{ port: options.port, maxBody: options.maxBody ?? usualMaxBody },
      onProblem: complain,
      onExchange: (one) => {
        const judged = judgeExchange(engine, one, place, secrets);
        passed.push(one);
        exchanges.push(judged.exchange);
        judged.secrets.forEach((secret) => secrets.add(secret));
        findings += judged.findings;
        process.stdout.write(judged.lines.map((line) => `${visibleLine(line)}\n`).join(''));
        if (passed.length === options.count) ending.end();
      },
    });
  } catch (error) {
    ending.end();
    return usage(error instanceof Error ? error.message : String(error));
  }
  const address = `http://127.0.0.1:${proxy.port}`;
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify({ ready: true, url: address, to: place.to.href, service: place.service ?? null })}\n`
      : `${address} stands for ${place.to.href}${place.service === undefined ? '; no description of it is known, so nothing is checked' : ` (${place.service})`}. Press Ctrl-C to end and write ${options.output}.\n`,
  );
  await ending.ended;
  await proxy.close();
  if (passed.length === 0) {
    complain(`nothing was recorded, so nothing is written; send requests to ${address} while it runs`);
    return exitCodes.success;
  }
  const code = writeRecorded(files, { passed, exchanges, secrets }, place, options.asserts);
  if (code !== exitCodes.success) return code;
  if (findings > 0) complain(`${count(findings, 'finding')} in what was recorded`);
  return findings > 0 ? exitCodes.findings : exitCodes.success;
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}
