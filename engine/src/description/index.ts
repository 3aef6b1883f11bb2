export {
  compileOwnDescription,
  type OwnDescription,
  type OwnDescriptionSource,
  type PlacedProblem,
} from './own-description';
