import { errorKinds } from '../../../api/http/errors';
import { refusalsOf } from '../../../api/http/refusalsOf';
import { openApiDocument } from '../../../api/openapi/document';
import { resources, routes } from '../../../api/routes';
import { platformOffers } from '../../../platforms';
import type { Json } from '../../support/actors';
import { partOf, schemasOf } from '../../support/callers/schemaFaults';

const document: Json = openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() });
const faultsOf = schemasOf(document);
const inJson = routes.filter(({ refusals }) => refusals === 'json').map((route) => [route.operationId, route] as const);
const forBrowsers = routes
  .filter(({ refusals }) => refusals === 'page')
  .map((route) => [route.operationId, route] as const);

describe.each(inJson)('%s', (_name, route) => {
  const answerOf = (status: number | string): Json =>
    partOf(document, ['paths', route.path, route.method, 'responses', status]);
  const errors = () =>
    Object.keys(partOf(document, ['paths', route.path, route.method, 'responses']))
      .map(Number)
      .filter((status) => status >= 400);

  it('has an example with the text of each of its refusals', () => {
    for (const { code, text } of refusalsOf(route)) {
      const examples: Json[] = Object.values(answerOf(errorKinds[code].status).content['application/json'].examples);
      const texts = examples.map(({ summary, value }) => [summary, value.error]);
      expect(texts).toContainEqual([text, code]);
    }
  });

  it('has examples that fit the schema of their body', () => {
    for (const status of errors()) {
      const { schema, examples } = answerOf(status).content['application/json'];
      for (const { value } of Object.values<Json>(examples))
        expect([status, faultsOf(schema.$ref.split('/').slice(1), value)]).toEqual([status, []]);
    }
  });

  it('has the headers of each refusal', () => {
    const own: Record<number, string> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };
    for (const status of errors()) {
      const names = Object.keys(answerOf(status).headers);
      expect([status, names]).toEqual([
        status,
        expect.arrayContaining(['X-Request-Id', own[status] ?? 'X-Request-Id']),
      ]);
    }
  });
});

const ofOAuth = routes.flatMap((route) =>
  typeof route.refusals === 'string' ? [] : [[route.operationId, route, route.refusals] as const],
);

it('the endpoints of OAuth for programs are those that register, give and revoke', () => {
  expect(ofOAuth.map(([name]) => name)).toEqual(['registerMcpClient', 'exchangeToken', 'revokeToken']);
});

describe.each(ofOAuth)('%s', (_name, route, { oauth, errors }) => {
  const responses: Json = partOf(document, ['paths', route.path, route.method, 'responses']);
  const examplesOf = (status: number): Json[] => Object.values(responses[status].content['application/json'].examples);

  it('has an example with the code and the text of each of its own errors, and no other code of its own', () => {
    for (const { status, code, text } of errors)
      expect(examplesOf(status)).toContainEqual({ summary: text, value: { error: code, error_description: text } });
    const codes = [400, 401].flatMap((status) => (responses[status] ? examplesOf(status) : []));
    expect(new Set(codes.map(({ value }) => value.error))).toEqual(new Set([oauth, ...errors.map(({ code }) => code)]));
  });

  it('has an example with the text of each refusal that its body and its counting imply', () => {
    const implied = refusalsOf(route);
    expect(implied.length).toBeGreaterThan(4);
    for (const { code, text } of implied) {
      const { status } = errorKinds[code];
      expect([status, examplesOf(status).map(({ summary }) => summary)]).toEqual([
        status,
        expect.arrayContaining([text]),
      ]);
    }
  });

  it('has examples that fit the schema of their body, and the headers of each refusal', () => {
    const own: Record<string, string> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };
    for (const status of Object.keys(responses).filter((status) => Number(status) >= 400)) {
      expect(Object.keys(responses[status].headers)).toEqual(
        expect.arrayContaining(['X-Request-Id', own[status] ?? 'X-Request-Id']),
      );
      for (const { value } of examplesOf(Number(status)))
        expect([status, faultsOf(['components', 'schemas', 'OAuthError'], value)]).toEqual([status, []]);
    }
  });
});

it.each([
  ['createAssignment', { connectionId: ['is required'], type: ['is required'], payload: ['is required'] }],
  ['cancelAssignment', { id: ['must be a UUID in lower case'] }],
  ['updateConnection', { id: ['must be a UUID in lower case'] }],
  ['getPlatformCapabilities', { platform: ['must not contain a NUL character'] }],
])('a 400 of %s names fields that it has', (operationId, details) => {
  const { path, method } = routes.find((route) => route.operationId === operationId)!;
  const { examples } = document.paths[path][method].responses[400].content['application/json'];
  expect(examples.theRequestIsNotValidSeeDetails.value.details).toEqual(details);
});

it.each(forBrowsers)('%s refuses with pages, and sends browsers on', (_name, { path, method, refuses }) => {
  const { responses } = document.paths[path][method];
  const unknown = refuses.some(({ code }) => code === 'NOT_FOUND') ? [404] : [];
  for (const status of [400, ...unknown, 'default'])
    expect(Object.keys(responses[status].content)).toEqual(['text/html']);
  expect(responses[302].headers).toHaveProperty('Location');
});
