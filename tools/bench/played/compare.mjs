// Every server with every description, judged by the same requests, as a table.
import { judgeServer, readDescription } from './judge.mjs';
import { serversIn } from './servers.mjs';

const kinds = /** @type {const} */ (['operations', 'stories', 'removals']);

/**
 * Judges the servers with the descriptions, and prints what came out of each, and all of it as a table.
 * @param {readonly { name: string, file: string }[]} descriptions
 * @param {(line: string) => void} say
 */
export async function compareServers(descriptions, say) {
  const servers = serversIn(process.env.RULEBOOK_PEERS, say);
  const sums = new Map(servers.map(({ name }) => [name, { operations: [0, 0], stories: [0, 0], removals: [0, 0] }]));
  for (const { name, file } of descriptions) {
    const description = readDescription(file);
    // Descriptions of Swagger 2 are not judged, nor those without operations.
    if (description === undefined || description.operations.length === 0) continue;
    for (const server of servers) {
      const started = await server.start(file, description.basePath);
      if (started === undefined) {
        say(`${name}: ${server.name} did not start`);
        continue;
      }
      try {
        const verdict = await judgeServer(description, started.baseUrl);
        for (const kind of kinds) {
          const sum = sums.get(server.name)?.[kind] ?? [0, 0];
          sum[0] += verdict[kind].passed;
          sum[1] += verdict[kind].all;
        }
        say(`${name}: ${server.name}: ${kinds.map((kind) => `${kind} ${shareOf(verdict[kind])}`).join(', ')}`);
        if (server === servers[0])
          for (const kind of kinds) for (const line of verdict[kind].failures) say(`  ${line}`);
      } finally {
        await started.stop();
      }
    }
  }
  say('');
  say('| | operations, valid | whole stories | removed, then 404 |');
  say('| --- | ---: | ---: | ---: |');
  for (const [name, sum] of sums)
    say(`| ${name} | ${kinds.map((kind) => `${sum[kind][0]} of ${sum[kind][1]}`).join(' | ')} |`);
}

function shareOf({ passed, all }) {
  return `${passed}/${all}`;
}
