export { ppl, sql } from './language';
