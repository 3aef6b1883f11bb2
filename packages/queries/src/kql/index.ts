export { kql } from './language';
