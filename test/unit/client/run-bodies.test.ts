import { expect, it } from 'vitest';
import { createRunBodies } from '../../../client/src/sending/run-bodies';

const body = (length: number) => ({ bytes: new Uint8Array(length), size: length, extension: 'json', isWhole: true });
const inFile = (file: string, size: number) => ({ ...body(0), file, size });

it('keeps the latest bodies of runs, within bounds, and removes the files of the others', () => {
  const removed: string[] = [];
  const bodies = createRunBodies((path) => removed.push(path), { memory: 100, files: 1000, bodies: 3 });
  const [first, second] = [bodies.keep(body(60)), bodies.keep(inFile('/a', 600))];
  expect(bodies.find(first)?.bytes.length).toBe(60);
  const third = bodies.keep(body(60));
  expect([first, second, third].map((key) => bodies.find(key) !== undefined)).toEqual([false, true, true]);
  const fourth = bodies.keep(inFile('/b', 600));
  expect(removed).toEqual(['/a']);
  expect([second, third, fourth].map((key) => bodies.find(key) !== undefined)).toEqual([false, true, true]);
  for (let count = 0; count < 3; count++) bodies.keep(body(1));
  expect(removed).toEqual(['/a', '/b']);
  // One that is too long by itself is not kept either.
  expect(bodies.find(bodies.keep(body(101)))).toBeUndefined();
  expect(bodies.find('1')).toBeUndefined();
});
