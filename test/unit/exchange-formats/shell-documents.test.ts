import { describe, expect, it } from 'vitest';
import { importCurl } from '../../../packages/request-file/src/syntax/curl/import-curl';

/** Returns the bodies of a script's commands, and the notes about it; variables of the environment in braces. */
function read(script: string) {
  const { requests, notes, variables } = importCurl(script);
  const plain = (text: string) => text.replaceAll('\ufdd0', '');
  const bodies = requests.map(({ body }) => (body?.kind === 'text' ? plain(body.text) : undefined));
  return { bodies, notes: [...notes, ...requests.flatMap((request) => request.notes)], variables };
}

const post = 'curl -X POST http://h/a -H "Content-Type: application/json"';

describe('documents of a shell', () => {
  it.each([
    ['behind `-d @-`', `${post} -d @- <<EOF\n{"a": 1}\nEOF\n`, '{"a": 1}'],
    ['with variables', `${post} -d @- <<EOF\n{"a": "$X", "b": "\\$Y"}\nEOF\n`, '{"a": "{{$processEnv X}}", "b": "$Y"}'],
    ['without variables', `${post} -d @- <<'EOF'\n{"a": "$X"}\nEOF\n`, '{"a": "$X"}'],
    ['with its last line end', `${post} --data-binary @- << "END"\n{}\n{}\nEND\n`, '{}\n{}\n'],
    ['with indentation', `${post} --json @- <<-EOF | jq\n\t{"a": 1}\n\tEOF\n`, '{"a": 1}'],
    ['of `cat`', `cat <<EOF | ${post} -d @-\n{"a": 1}\nEOF\n`, '{"a": 1}'],
    ['in the words', `${post} -d "$(cat <<EOF\n{"a": ")"}\nEOF\n)"\n`, '{"a": ")"}'],
  ])('are bodies: %s', (_name, script, body) => {
    const { bodies, notes } = read(`${script}curl http://h/b\n`);
    expect(bodies).toEqual([body, undefined]);
    expect(notes.filter((note) => !note.includes('jq'))).toEqual([]);
  });

  it('are named where they have no end', () => {
    expect(read(`${post} -d @- <<EOF\n{"a": 1}\n`).notes).not.toEqual([]);
  });
});

describe('a script', () => {
  it('has the commands of loops and conditions', () => {
    const { requests, notes } = importCurl(
      'for i in a b; do curl http://h/$i; done\nif true; then curl http://h/c; fi\n',
    );
    expect(requests).toHaveLength(2);
    expect(notes).toEqual(['the command `for` is not a curl command', 'the command `if` is not a curl command']);
  });

  it('says that a value for where a variable is not set is left out', () => {
    expect(read('ES=${ES_URL:-http://h}\ncurl "$ES/a"\n').notes).toEqual([
      'the value of `ES_URL` for where it is not set is not taken over',
    ]);
  });
});

describe('a group of commands', () => {
  const send = '| curl http://h/a --data-binary @-\n';

  it.each([
    ['in one line', `{ printf %s 'a'; printf %s 'b'; } ${send}`, 'ab'],
    ['in several lines', `{\n  printf %s 'a'\n  printf %s 'b'\n} ${send}`, 'ab'],
    ['without one', `printf %s 'a'\nprintf %s 'b' ${send}`, 'b'],
  ])('is a body, %s', (_name, script, body) => {
    expect(read(script).bodies).toEqual([body]);
  });

  it.each([
    ['another command', `{ printf %s 'a'; printf %s 'Yg==' | base64 -d; printf %s 'c'; } ${send}`],
    ['a loop', `for i in 1 2; do printf %s 'a'; done ${send}`],
  ])('is not a body where %s prints a part of it', (_name, script) => {
    const { bodies, notes } = read(script);
    expect(bodies).toEqual(['']);
    expect(notes).toContain('the body is left out, because another command prints it');
  });
});
