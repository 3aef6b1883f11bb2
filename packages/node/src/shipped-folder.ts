import { join } from 'node:path';

const own = import.meta.dirname;

/** The folder of what is shipped, `dist/`: around dist/parts/ where this module is in a bundle, and next to packages/ seen from its source. */
export const shippedFolder = join(own, own.endsWith('src') ? '../../../dist' : '../../dist');
