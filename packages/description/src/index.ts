export { compileOwnDescription, type OwnDescriptionSource } from './own-description';
export { packDescription } from './packed';
export { checkOverlay } from './check-overlay';
