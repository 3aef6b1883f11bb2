export { defaultFormat, type FormatOptions } from '../../format/options';
export { createFormatter, type Formatter } from './create-formatter';
