import { describe, expect, it } from 'vitest';
import { correctedGithub } from './corrections';
import { compileOpenApi } from '@rulebook/description/openapi/compile';

/** Returns the corrected description of one operation. */
function operationOf(id: string, path: string, schema: object) {
  const parameters = [{ name: 'ref', in: 'path', required: true, schema: { type: 'string' } }];
  const requestBody = { content: { 'application/json': { schema } } };
  const put = { operationId: id, parameters: path.includes('{ref}') ? parameters : [], requestBody };
  return correctedGithub(compileOpenApi({ openapi: '3.0.3', info: {}, paths: { [path]: { put } } })).operations[0];
}

const withPermission = (schema: object) => ({ type: 'object', properties: { permission: schema } });

describe('corrections of the description of GitHub', () => {
  it('name the permissions, and what other names mean', () => {
    const shape = operationOf('repos/add-collaborator', '/a', withPermission({ type: 'string' }))?.body?.shape;
    expect(shape).toMatchObject({ fields: [{ name: 'permission', shape: { values: { isOpen: true } } }] });
    expect(JSON.stringify(shape)).toContain('{"value":"write","use":"push"}');
  });

  it('leave what the description lists itself', () => {
    const schema = withPermission({ type: 'string', enum: ['pull'] });
    const shape = operationOf('repos/add-collaborator', '/a', schema)?.body?.shape;
    expect(JSON.stringify(shape)).not.toContain('write');
  });

  it('leave other operations', () => {
    const shape = operationOf('repos/other', '/a', withPermission({ type: 'string' }))?.body?.shape;
    expect(JSON.stringify(shape)).not.toContain('write');
  });

  it('say how references begin in paths', () => {
    const constraints = { constraints: [{ rule: 'unsuitable-text' }] };
    const parameter = operationOf('git/update-ref', '/refs/{ref}', { type: 'object' })?.pathParameters?.[0];
    expect(parameter?.shape).toMatchObject(constraints);
    expect(operationOf('git/get-ref', '/refs/{ref}', { type: 'object' })?.pathParameters?.[0]?.shape).not.toMatchObject(
      constraints,
    );
  });
});
