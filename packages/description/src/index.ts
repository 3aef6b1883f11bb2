export { compileOwnDescription, type OwnDescriptionSource } from './own-description';
export { packDescription } from './packed';
export { checkOverlay, extendedFileOf } from './check-overlay';
export { pointersIn, readTree } from './text-tree';
