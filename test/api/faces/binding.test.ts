import { z } from 'zod';
import { route } from '../../../api/faces/route';
import { bindInput } from '../../../api/faces/binding';
import { defineUseCase } from '../../../api/useCase';

const input = z.object({
  albumId: z.string(),
  count: z.int().optional(),
  isDone: z.boolean().default(false),
  key: z.string().nullable().default(null),
  note: z.unknown(),
});
const noParts = { params: {}, query: {}, headers: {}, faults: {} };
const params = { id: 'albumId' };

describe('a field of the input', () => {
  it('comes from the path that names it, and from the query of a GET', () => {
    const { schemas, bind } = bindInput(input, { method: 'get', path: '/albums/{id}', params });

    expect(Object.keys(schemas.params!.shape)).toEqual(['id']);
    expect(Object.keys(schemas.query!.shape)).toEqual(['count', 'isDone', 'key', 'note']);
    expect(schemas.body).toBeUndefined();
    const bound = bind({ ...noParts, params: { id: '7' }, query: { count: '12', isDone: 'true', key: '12' } });
    expect(bound).toMatchObject({
      given: { albumId: '7', count: 12, isDone: true, key: '12' },
      names: { albumId: 'id' },
    });
  });

  it('comes from the body of a POST, where nothing is coerced', () => {
    const { schemas, bind } = bindInput(input, { method: 'post', path: '/albums/{id}', params });

    expect(Object.keys(schemas.body!.shape)).toEqual(['count', 'isDone', 'key', 'note']);
    const body: unknown = JSON.parse('{"count":"12","albumId":"other","__proto__":{"isDone":true},"owner":"other"}');
    const { given } = bind({ ...noParts, params: { id: '7' }, body });
    expect(given).toEqual({ albumId: '7', count: '12' });
    expect('isDone' in given).toBe(false);
  });

  it.each([
    ['1e3', '1e3'],
    ['1.5', '1.5'],
    ['99999999999999999', '99999999999999999'],
    ['-3', -3],
  ])('that is a whole number is read from %j as %j', (count, expected) => {
    const { bind } = bindInput(input, { method: 'get', path: '/albums' });
    expect(bind({ ...noParts, query: { count } }).given).toEqual({ count: expected });
  });

  it.each([
    [undefined, 'a', { key: 'a' }, {}],
    [null, 'a', { key: 'a' }, {}],
    ['a', 'a', { key: 'a' }, {}],
    ['b', undefined, { key: 'b' }, {}],
    ['b', 'a', { key: 'b' }, { key: ['must be the same as the header Key, or be left out'] }],
  ])('may come from the body as %j and from a header as %j', (key, header, given, faults) => {
    const { bind } = bindInput(input, { method: 'post', path: '/albums', headers: { Key: 'key' } });
    const body = key === undefined ? {} : { key };
    expect(bind({ ...noParts, headers: { Key: header }, body })).toMatchObject({ given, faults });
  });

  it('may come from the query and from a header of the same value, also where it is a number', () => {
    const { bind } = bindInput(input, { method: 'get', path: '/albums', headers: { Count: 'count' } });
    const given = (header: string) => bind({ ...noParts, query: { count: '5' }, headers: { Count: header } });
    expect(given('5')).toMatchObject({ given: { count: 5 }, faults: {} });
    expect(given('6').faults).toEqual({ count: ['must be the same as the header Count, or be left out'] });
  });

  it('that a header gives has ASCII characters only', () => {
    const { bind } = bindInput(input, { method: 'post', path: '/albums', headers: { Key: 'key' } });
    expect(bind({ ...noParts, headers: { Key: 'clé' }, body: {} }).faults).toEqual({
      Key: ['must have ASCII characters only'],
    });
  });

  it('that the face sets itself cannot be given', () => {
    const { schemas, bind } = bindInput(input, { method: 'post', path: '/albums', fixed: { isDone: true } });
    expect(schemas.body!.shape).not.toHaveProperty('isDone');
    expect(bind({ ...noParts, body: { isDone: false } }).given).toEqual({ isDone: true });
  });

  it('that no use case has ends the process that would serve it', () => {
    expect(() => bindInput(input, { method: 'get', path: '/albums/{orgId}' })).toThrow('binds orgId');
  });
});

describe('the organization', () => {
  it.each([
    ['params', '/organizations/{orgId}', 'orgId'],
    ['headers', '/albums', 'X-Organization-Id'],
  ] as const)('is read from %s, and is no field', (part, path, name) => {
    const { schemas, bind } = bindInput(z.object({}), { method: 'get', path, organization: { in: part, name } });
    const id = '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e';

    expect(Object.keys(schemas[part]!.shape)).toEqual([name]);
    expect(bind({ ...noParts, [part]: { [name]: id } })).toMatchObject({ given: {}, organizationId: id, faults: {} });
    expect(bind({ ...noParts, [part]: { [name]: 'x' } }).organizationFaults).toEqual({
      [name]: ['must be a UUID in lower case'],
    });
  });
});

describe('the compiler refuses a face', () => {
  const useCase = defineUseCase({
    name: 'getAlbum',
    action: 'assignment.read',
    summary: 'One album',
    input,
    refuses: [],
    run: async () => 'album',
  });
  const face = {
    method: 'get',
    success: { status: 200, schema: z.string() },
    present: (album: string) => album,
  } as const;

  it.each([
    // @ts-expect-error -- no field is called id
    ['with a name in its path that is no field', () => route('api', useCase, { ...face, path: '/api/v1/albums/{id}' })],
  ])('%s', (_what, make) => expect(make).toThrow('binds id'));

  it('that binds a field twice', () => {
    const path = '/api/v1/albums/{albumId}';
    // @ts-expect-error -- the path gives albumId
    expect(route('api', useCase, { ...face, path, fixed: { albumId: '7' } }).path).toBe(path);
    // @ts-expect-error -- the path gives albumId
    expect(route('api', useCase, { ...face, path, headers: { 'X-Album': 'albumId' } }).path).toBe(path);
  });
});
