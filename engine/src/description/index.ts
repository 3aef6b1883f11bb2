export { compileOwnDescription, type OwnDescriptionSource, type PlacedProblem } from './own-description';
export { packDescription } from './packed';
