import type { Feature } from './feature.d.mts';

export const absent: readonly Feature[];
