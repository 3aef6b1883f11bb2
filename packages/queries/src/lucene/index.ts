export { lucene } from './language';
