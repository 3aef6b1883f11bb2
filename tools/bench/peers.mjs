// What others make for the same work, as whole processes in the same run: sending, playing and reading a description.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serversIn } from './played/servers.mjs';
import { costOf } from './sandbox.mjs';
import { startServer, timeOf } from './send-requests.mjs';
import { median } from './statistics.mjs';

/**
 * A program that sends files of requests. `write` prepares so many of them in a folder, and returns the arguments.
 * @typedef {{ name: string, program: string[], write: (folder: string, bodies: string[], url: string) => string[] }} Sender
 */

/** @type {readonly { module: string, bin: string, name: string, write: Sender['write'] }[]} */
const senders = [
  {
    name: 'httpYac',
    module: 'httpyac',
    bin: 'httpyac',
    write: (folder, bodies, url) => {
      writeFileSync(join(folder, 'all.http'), requestFile(bodies, url));
      return ['send', 'all.http', '--all', '--output', 'short'];
    },
  },
  {
    name: 'Bruno',
    module: '@usebruno/cli',
    bin: 'bru',
    write: (folder, bodies, url) => {
      writeFileSync(join(folder, 'bruno.json'), '{ "version": "1", "name": "bench", "type": "collection" }');
      for (const [index, body] of bodies.entries())
        writeFileSync(
          join(folder, `item-${index}.bru`),
          `meta {\n  name: item-${index}\n  type: http\n  seq: ${index + 1}\n}\n\npost {\n  url: ${url}\n  body: json\n  auth: none\n}\n\nbody:json {\n  ${body}\n}\n`,
        );
      return ['run'];
    },
  },
  {
    name: 'newman',
    module: 'newman',
    bin: 'newman',
    write: (folder, bodies, url) => {
      const header = [{ key: 'Content-Type', value: 'application/json' }];
      const item = bodies.map((raw, index) => ({
        name: `item-${index}`,
        request: { method: 'POST', url, header, body: { mode: 'raw', raw } },
      }));
      const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
      writeFileSync(join(folder, 'all.json'), JSON.stringify({ info: { name: 'bench', schema }, item }));
      return ['run', 'all.json'];
    },
  },
];
/** The one that needs no Node, where it is on the path. */
const hurl = {
  name: 'Hurl',
  program: ['hurl'],
  write: (folder, bodies, url) => {
    const one = (body) => `POST ${url}\nContent-Type: application/json\n${body}\n`;
    writeFileSync(join(folder, 'all.hurl'), bodies.map(one).join('\n'));
    return ['all.hurl'];
  },
};

const description = {
  openapi: '3.0.3',
  info: { title: 'Items', version: '1' },
  paths: {
    '/items': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
            },
          },
        },
        responses: {
          201: {
            description: 'It is made.',
            content: { 'application/json': { schema: { type: 'object' }, example: { id: 1, name: 'a' } } },
          },
        },
      },
    },
  },
};

/**
 * Prints a line for each work: what Rulebook needs, over what the others need.
 * @param {{ folder: string, cli: string, modules: string | undefined, isQuick: boolean, say: (line: string) => void }} options
 */
export async function measurePeers({ folder, cli, modules, isQuick, say }) {
  const rounds = isQuick ? 1 : 5;
  const head = '| work | peer | Rulebook over it, CPU | over it, time | it needs |\n|---|---|---|---|---|';
  const peers = [...senders.flatMap((one) => installed(one, modules, say)), ...findHurl(say)];
  say(head);
  for (const count of [1, 100]) await compareSenders({ folder, cli, peers, rounds, count, say });
  await comparePlaying({ folder, modules, count: isQuick ? 500 : 3000, say });
  await compareReading({ folder, cli, modules, rounds, say });
}

async function compareSenders({ folder, cli, peers, rounds, count, say }) {
  const server = await startServer();
  try {
    const bodies = Array.from({ length: count }, (_, index) => JSON.stringify({ name: `item-${index}` }));
    const measured = async ({ program, write }, name) => {
      const own = join(folder, `${name}-${count}`);
      mkdirSync(own, { recursive: true });
      const args = write(own, bodies, `${server.base}/items`);
      const time = await timeOf([...program, ...args], own);
      const { length } = await server.arrivals();
      if (length !== count) throw new Error(`${name} has sent ${length} of ${count} requests.`);
      return time;
    };
    const ours = {
      program: [process.execPath, cli],
      write: (own, texts, url) => {
        writeFileSync(join(own, 'all.http'), requestFile(texts, url));
        return ['run', 'all.http', '--all'];
      },
    };
    for (const peer of peers) await compare({ ours, peer, measured, rounds, say, what: `send ${count}` });
  } finally {
    server.stop();
  }
}

/** In pairs, after one run of each that is not counted. */
async function compare({ ours, peer, measured, rounds, say, what }) {
  const runs = [];
  for (let round = 0; round <= rounds; round++)
    runs.push({ own: await measured(ours, 'Rulebook'), theirs: await measured(peer, peer.name) });
  const counted = runs.slice(1);
  const over = (of) => median(counted.map(({ own, theirs }) => of(own) / of(theirs))).toFixed(2);
  const { cpu, wall } = { cpu: (run) => run.cpu, wall: (run) => run.wall };
  const needs = `${median(counted.map(({ theirs }) => theirs.cpu)).toFixed(2)} s of CPU`;
  say(`| ${what} | ${peer.name} ${peer.version} | ${over(cpu)} | ${over(wall)} | ${needs} |`);
}

/** What a request costs the servers that play the same description. */
async function comparePlaying({ folder, modules, count, say }) {
  const file = join(folder, 'items.json');
  writeFileSync(file, JSON.stringify(description));
  const found = [];
  for (const { name, start } of serversIn(modules, say)) {
    const server = await start(file, '');
    if (server === undefined) {
      say(`${name} does not play the description.`);
      continue;
    }
    try {
      const send = async (most) => {
        for (let n = 0; n < most; n++) {
          const answer = await fetch(`${server.baseUrl}/items`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
            body: JSON.stringify({ name: `item-${n}` }),
          });
          await answer.text();
          if (answer.status !== 201) throw new Error(`${name} answers with ${answer.status}.`);
        }
      };
      await send(Math.ceil(count / 3));
      found.push({ name, cost: (await costOf(server, () => send(count))) / count });
    } finally {
      await server.stop();
    }
  }
  const [own, ...peers] = found;
  for (const { name, cost } of peers)
    say(`| play a POST | ${name} | ${((own?.cost ?? NaN) / cost).toFixed(2)} | | ${cost.toFixed(2)} ms of CPU |`);
}

/** The description of a real service, read and judged. */
async function compareReading({ folder, cli, modules, rounds, say }) {
  const file = 'items.json';
  const run = ({ program }) => timeOf(program, folder, { mayFail: true });
  const redocly = installed({ name: 'Redocly', module: '@redocly/cli', bin: 'redocly' }, modules, say);
  for (const peer of redocly)
    await compare({
      ours: { program: [process.execPath, cli, 'describe', file] },
      peer: { ...peer, program: [...peer.program, 'lint', file] },
      measured: run,
      rounds,
      say,
      what: 'read a description',
    });
}

function requestFile(bodies, url) {
  return bodies.map((body) => `POST ${url}\nContent-Type: application/json\n\n${body}\n`).join('\n###\n');
}

function installed({ module, bin, ...peer }, modules, say) {
  const home = modules && join(modules, 'node_modules', module);
  if (home === undefined || !existsSync(home)) {
    say(`${peer.name} is not installed: npm install --prefix FOLDER ${module}, then RULEBOOK_PEERS=FOLDER.`);
    return [];
  }
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  return [{ ...peer, version: manifest.version, program: [process.execPath, join(home, file)] }];
}

function findHurl(say) {
  const { stdout } = spawnSync('hurl', ['--version'], { encoding: 'utf8' });
  if (stdout) return [{ ...hurl, version: stdout.split(' ')[1] ?? '' }];
  say('Hurl is not on the path.');
  return [];
}
