export { defaultFormat, type FormatOptions } from '@rulebook/request-file/format/options';
export { createFormatter, type Formatter } from './create-formatter';
