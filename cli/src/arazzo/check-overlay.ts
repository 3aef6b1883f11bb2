import { dirname, resolve } from 'node:path';
import { checkOverlay } from '@rulebook/description';
import { reportConfiguration, type ReportedFile } from '@rulebook/sender/report';
import { pathInside, readText } from '@rulebook/node/files/files';

/** Checks an overlay, and what its targets match in the description next to it that it extends. */
export function checkOverlayFile(path: string, text: string, root: string): ReportedFile {
  const problems = checkOverlay({
    ...{ name: path, text },
    read: (extended) => {
      const file = resolve(dirname(resolve(path)), extended);
      const inside = pathInside(file, [root]);
      if (inside !== undefined) return readText(inside);
      const content = readText(file);
      return 'cause' in content ? content : { cause: 'it is outside of the folder of the overlay' };
    },
  });
  return reportConfiguration(path, text, problems, 'overlay');
}
