import { chainsOf, tokensOf } from '@rulebook/request-file/scripts/script-tokens';

/** What scripts of Bruno call by other names than those of Postman; a function without parameters becomes one that returns the value. */
const names: Readonly<Record<string, string>> = {
  test: 'pm.test',
  expect: 'pm.expect',
  ...Object.fromEntries(
    ['Var', 'EnvVar', 'GlobalEnvVar', 'CollectionVar', 'FolderVar', 'RequestVar'].flatMap((kind) => [
      [`bru.set${kind}`, 'pm.environment.set'],
      [`bru.get${kind}`, 'pm.environment.get'],
      [`bru.has${kind}`, 'pm.environment.has'],
      [`bru.delete${kind}`, 'pm.environment.unset'],
    ]),
  ),
  'bru.interpolate': 'pm.variables.replaceIn',
  'bru.sendRequest': 'pm.sendRequest',
  'bru.runRequest': 'pm.sendRequest',
  'bru.setNextRequest': 'pm.execution.setNextRequest',
  'bru.runner.setNextRequest': 'pm.execution.setNextRequest',
  'bru.runner.skipRequest': 'pm.execution.skipRequest',
  'res.status': 'pm.response.code',
  'res.statusText': 'pm.response.status',
  'res.headers': 'pm.response.headers.toObject()',
  'res.body': 'pm.response.json()',
  'res.responseTime': 'pm.response.responseTime',
  'res.getStatus': '(() => pm.response.code)',
  'res.getStatusText': '(() => pm.response.status)',
  'res.getHeader': 'pm.response.headers.get',
  'res.getHeaders': 'pm.response.headers.toObject',
  'res.getBody': 'pm.response.json',
  'res.getResponseTime': '(() => pm.response.responseTime)',
  'req.url': 'pm.request.url.toString()',
  'req.method': 'pm.request.method',
  'req.getUrl': 'pm.request.url.toString',
  'req.getMethod': '(() => pm.request.method)',
  'req.getHeader': 'pm.request.headers.get',
  'req.getHeaders': 'pm.request.headers.toObject',
  'req.getName': '(() => pm.info.requestName)',
  // What changes the request is named as such.
  'req.setHeader': 'pm.request.upsertHeader',
  'req.setHeaders': 'pm.request.headers.upsert',
  'req.setBody': 'pm.request.body.update',
  'req.setUrl': 'pm.request.url.update',
  'req.setMethod': 'pm.request.update',
};

/** Returns a script of Bruno with the names of Postman. */
export function withPostmanNames(code: string): string {
  let text = code;
  for (const { words, path } of [...chainsOf(tokensOf(code))].reverse()) {
    // The longest one that is known.
    for (let count = words.length; count > 0; count--) {
      const known = path.split('.').slice(0, count).join('.');
      const [first, last] = [words[0], words[count - 1]];
      if (!Object.hasOwn(names, known) || first === undefined || last === undefined) continue;
      text = `${text.slice(0, first.span.start)}${names[known] ?? known}${text.slice(last.span.end)}`;
      break;
    }
  }
  return text;
}

const operators: Readonly<Record<string, string>> = {
  ...{ eq: '==', neq: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=', contains: 'includes', notContains: 'not includes' },
  ...{ startsWith: 'startsWith', endsWith: 'endsWith', matches: 'matches', notMatches: 'not matches' },
  ...{ isNull: 'isNull', isTruthy: 'isTrue', isFalsy: 'isFalse', isJson: 'isObject', isDefined: 'exists' },
  ...{
    isNumber: 'isNumber',
    isString: 'isString',
    isBoolean: 'isBoolean',
    isArray: 'isArray',
    isUndefined: 'not exists',
  },
};

/** Returns an assertion of Bruno as an assert; undefined where there is no counterpart. */
export function assertOf(expression: string, operator: string, value: string): string | undefined {
  const own = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  const [, part = '', rest = ''] =
    /^res\.(status|body|responseTime)((?:\.[A-Za-z_]\w*|\[\d+\])*)$/.exec(expression.trim()) ?? [];
  const subject = { status: 'status', responseTime: 'duration', body: `$${rest}` }[part];
  if (own === undefined || subject === undefined || (part !== 'body' && rest !== '')) return undefined;
  return `?? ${subject} ${own} ${value}`.trimEnd();
}

/** Returns the statement that keeps a value of the response, as the variables behind a request of Bruno do. */
export function keeping(name: string, expression: string): string {
  return `pm.environment.set(${JSON.stringify(name)}, ${withPostmanNames(expression)});`;
}
