import type { Plugin } from 'esbuild';

/** Packages of the house are part of a bundle, and libraries stay outside. */
export const librariesStay: Plugin;
