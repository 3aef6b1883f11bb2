// `node tools/oracle/pull-apply.mjs [SERVER] [--skip-rehearsal]`: proves `pull`, `apply` and `undo` on a real node, with a rehearsal of each.
import { reasonAgainst } from './jars.mjs';
import { startRealNode } from './real-node.mjs';
import { serverNamed } from './servers.mjs';
import { pullAndApply } from './trips/pull-apply.mjs';

const [name = 'es-8.19'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const rehearses = !process.argv.includes('--skip-rehearsal');
const server = serverNamed(name);
const reason = await reasonAgainst(server);
if (reason !== undefined) {
  console.log(`Not proved on a node: ${reason}.`);
  process.exit(0);
}
const node = await startRealNode(server, { log: (line) => console.error(line) });
try {
  const { baseUrl, authorization, repositories, templates, version } = node;
  const corpus = process.env.RULEBOOK_CORPUS ?? '';
  const { vendor, hasUsers, words } = server;
  const result = await pullAndApply({
    ...{ baseUrl, authorization, repositories, templates, version, corpus },
    ...{ vendor, hasUsers, rehearses, ...(words && { words }) },
  });
  const { stored, resources, files, notUnchanged, applied, changed, notApplied, second, undone, differing } = result;
  const lastOf = (/** @type {{ code: number, out: string, error: string }} */ { code, out, error }) =>
    `exit code ${code}: ${`${out}\n${error}`.trim().split('\n').slice(-6).join(' | ')}`;
  console.log(`${server.title} ${node.version}: ${stored.stored} resources stored: ${JSON.stringify(stored.kinds)}`);
  console.log(`pulled: ${resources} resources in ${files} files; not unchanged: ${notUnchanged.length}`);
  for (const one of notUnchanged.slice(0, 20)) console.log(`  ${JSON.stringify(one).slice(0, 700)}`);
  console.log(`applied: ${changed} resources, ${lastOf(applied)}`);
  for (const [of, { out }] of Object.entries({ apply: applied, undo: undone }))
    if (rehearses) console.log(`rehearsal of ${of}: ${/^Rehearsal:.*(?:\n  .*)*/m.exec(out)?.[0] ?? 'none'}`);
  for (const one of notApplied.slice(0, 20)) console.log(`  ${JSON.stringify(one).slice(0, 700)}`);
  console.log(`applied again: ${lastOf(second)}`);
  console.log(`undone: ${lastOf(undone)}`);
  console.log(`files that differ from the first pull: ${differing.map(({ name }) => name).join(', ') || 'none'}`);
  if (process.env.RULEBOOK_KEEP !== undefined) console.log(result.folder);
  const isGood =
    notUnchanged.length + notApplied.length + differing.length === 0 && applied.code === 0 && undone.code === 0;
  process.exitCode = isGood ? 0 : 1;
} finally {
  await node.stop();
}
