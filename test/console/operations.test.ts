import type { UseCaseRoute } from '../../api/faces/route';
import { routes } from '../../api/routes';
import type { RequestForm } from '../../console/http/Api';
import { operations } from '../../console/http/operations';
import { requestOf } from '../../console/http/requestOf';

const listed = routes as readonly (Pick<UseCaseRoute, 'method' | 'path' | 'request' | 'raw' | 'success'> &
  Partial<UseCaseRoute>)[];
const forms: readonly (readonly [string, RequestForm])[] = Object.entries(operations);
/** A path with its parameters, whatever their names. */
const placesOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const keysOf = (schema: { shape: object } | undefined): string[] => Object.keys(schema?.shape ?? {}).toSorted();

const routeOf = ({ method, path }: RequestForm) =>
  listed.find((route) => route.method.toUpperCase() === method && placesOf(route.path) === placesOf(`/api/v1${path}`));

it.each(forms)('%s of the client is a route with this method, path and fields', (name, form) => {
  const route = routeOf(form);
  expect(route?.useCase?.name).toBe(name);
  const { request, useCase, organization } = route!;
  const inPath = namesIn(form.path);
  const { headers = {}, query = [], body = [] } = form;
  const inHeaders = Object.keys(headers);
  expect(inPath).toHaveLength(namesIn(route!.path).length);
  expect(Object.values(headers).filter((header) => !keysOf(request.headers).includes(header))).toEqual([]);
  // A field with a header may stand in the query or in the body, too.
  expect([...query, ...(request.query ? inHeaders : [])].toSorted()).toEqual(keysOf(request.query));
  expect([...body, ...(request.body ? inHeaders : [])].toSorted()).toEqual(keysOf(request.body));
  const place = organization === undefined ? [] : ['organizationId'];
  expect([...inPath, ...inHeaders, ...query, ...body].toSorted()).toEqual(
    [...keysOf(useCase?.input), ...place].toSorted(),
  );
});

it('the client has each operation of people whose answer is JSON', () => {
  const isOfPeople = /^\/api\/v1\/(console|auth|admin)\//;
  const others = listed
    .filter(({ path }) => isOfPeople.test(path))
    .filter((route) => !forms.some(([, form]) => routeOf(form) === route))
    .map(({ method, path }) => `${method} ${path}`);
  expect(others).toEqual([
    'get /api/v1/console/assignments/{id}/events',
    'head /api/v1/console/upload-sessions/{id}',
    'patch /api/v1/console/upload-sessions/{id}',
    'delete /api/v1/console/upload-sessions/{id}',
    'options /api/v1/console/upload-sessions/{id}',
    'get /api/v1/console/assignments/{id}/stats/history/export',
    'get /api/v1/console/transactions/export',
  ]);
});

describe('the request of an operation', () => {
  const form: RequestForm = {
    method: 'POST',
    path: '/albums/{albumId}/songs/{songId}',
    headers: { key: 'X-Key' },
    query: ['page', 'words'],
    body: ['title', 'length'],
  };

  it('has each field in its place, and no field that is not known', () => {
    const input = { albumId: 'a/b', songId: 'ü', key: 'k', page: 2, words: '', title: 'T', length: null, other: 1 };
    expect(requestOf(form, input)).toEqual({
      method: 'POST',
      path: '/albums/a%2Fb/songs/%C3%BC',
      headers: { 'X-Key': 'k' },
      query: { page: 2, words: '' },
      body: { title: 'T', length: null },
    });
  });

  it('leaves out a field without a value, and has a body where the operation reads one', () => {
    const input = { albumId: '1', songId: '2', key: undefined, title: undefined };
    const [path, headers] = ['/albums/1/songs/2', {}];
    expect(requestOf(form, input)).toEqual({ method: 'POST', path, headers, query: {}, body: {} });
    const { body: _body, ...without } = form;
    expect(requestOf(without, input)).toEqual({ method: 'POST', path, headers, query: {} });
  });
});
