import { describe, expect, it, vi } from 'vitest';
import { createOwnFiles } from '../../../server/src/configuration/own-files';
import { settingsFor } from '../../../server/src/configuration/settings';
import { defaultConfiguration } from '../../../packages/sender/src/configuration/index';

const uri = 'file:///project/api.yaml';

/** A kind of file whose readings end when the test says so. */
function play() {
  const ends: ((version: number) => void)[] = [];
  const values: number[] = [];
  const settings = settingsFor(defaultConfiguration, false, 'file:///project');
  const files = createOwnFiles<string, number>(
    {
      named: () => ['api'],
      keyOf: (name) => name,
      memberOf: () => [],
      read: () =>
        new Promise((resolve) =>
          ends.push((value) =>
            resolve({ files: [uri], value, problems: [{ message: `version ${value}`, severity: 'warning', uri }] }),
          ),
        ),
      checkWith: (base, [value]) => {
        values.push(value ?? NaN);
        return base;
      },
    },
    { readFile: () => Promise.resolve(''), encoding: 'utf-16', onChange: () => undefined, onProblems: () => undefined },
  );
  const options = settings.checkOptions;
  files.checkOptionsOf(settings, options);
  return { files, ends, shown: () => files.diagnosticsOf(uri).map(({ message }) => message), settings };
}

describe('a file that rulebook.json names', () => {
  it('is read again when it changes while it is read for the first time', async () => {
    const { files, ends, shown, settings } = play();
    files.changed([uri]);
    ends[0]?.(1);
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    expect(shown()).toEqual([]);
    ends[1]?.(2);
    await files.whenRead(settings);
    expect(shown()).toEqual(['version 2']);
    expect(ends).toHaveLength(2);
  });

  it('is read once when another file changes meanwhile', async () => {
    const { files, ends, shown, settings } = play();
    files.changed(['file:///project/other.yaml']);
    ends[0]?.(1);
    await files.whenRead(settings);
    expect(shown()).toEqual(['version 1']);
    expect(ends).toHaveLength(1);
  });

  it('shows what was read last, whichever reading ends first', async () => {
    const { files, ends, shown, settings } = play();
    ends[0]?.(1);
    await files.whenRead(settings);
    files.changed([uri]);
    files.changed([uri]);
    ends[2]?.(3);
    ends[1]?.(2);
    await files.whenRead(settings);
    expect(shown()).toEqual(['version 3']);
  });
});
