// What is printed and kept of the mutants that were tried.

/** @typedef {import('./report.mjs').Trial} Trial */

/** Whether a mutant is listed as one that changes nothing that a user could see. A file is known by its name, so it may move. */
export function isEquivalent(listed, { file, operator, before, after }) {
  return listed.some(
    (each) =>
      file.endsWith(`/${each.file}`) && each.operator === operator && each.before === before && each.after === after,
  );
}

/** Returns a mutant as one line. */
export function lineOf({ file, line, operator, before, after }) {
  return `${file}:${line}  ${operator}  ${shortened(before)} → ${shortened(after)}`;
}

/** Returns how many of what could be noticed was not. @param {readonly Trial[]} trials */
export function shareOf(trials) {
  const tried = trials.filter(({ outcome }) => outcome !== 'unreached');
  const survivors = tried.filter(({ outcome }) => outcome === 'survived');
  return tried.length === 0 ? 0 : survivors.length / tried.length;
}

/** Returns the table by room. @param {readonly Trial[]} trials */
export function tableOf(trials) {
  const rooms = [...new Set(trials.map(({ mutant }) => roomOf(mutant.file)))].sort();
  const rows = rooms.map((room) =>
    rowOf(
      room,
      trials.filter(({ mutant }) => roomOf(mutant.file) === room),
    ),
  );
  const width = Math.max(...rows.map(([room]) => room.length), 'room'.length);
  return [['room', 'killed', 'survived', 'unreached', 'share'], ...rows, rowOf('all', trials)]
    .map(([room, ...cells]) => `${room.padEnd(width)}${cells.map((cell) => cell.padStart(11)).join('')}`)
    .join('\n');
}

function rowOf(room, trials) {
  const count = (outcome) => String(trials.filter((each) => each.outcome === outcome).length);
  return [room, count('killed'), count('survived'), count('unreached'), `${(shareOf(trials) * 100).toFixed(0)} %`];
}

/** `packages/checker/src/binding`, `services/search-cluster/facts`, `cli/src`. */
function roomOf(file) {
  const folders = file.split('/').slice(0, -1);
  if (folders[0] === 'packages') return folders.slice(0, 4).join('/');
  return folders.slice(0, folders[0] === 'services' ? 3 : 2).join('/');
}

function shortened(text) {
  return text.length > 140 ? `${text.slice(0, 70)} … ${text.slice(-65)}` : text;
}
