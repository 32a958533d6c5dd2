import { z } from 'zod';
import { openApiDocument } from '../../api/openapi/document';
import { resources, routes } from '../../api/routes';
import { platformOffers } from '../../platforms';
import { stranger } from '../support/actors';
import type { Json } from '../support/actors';
import { useApp } from '../support/callers/app';
import { partOf } from '../support/callers/schemaFaults';
import { use } from '../support/use';

const app = useApp();
const document = use<Json>(async () => (await stranger(app)('GET', '/openapi.json')).body);

/** The security schemes of the document for each kind of credential. */
const schemesOf: Record<string, string[]> = {
  public: [],
  ticket: ['ticketCookie'],
  apiKey: ['apiKey'],
  identity: ['userToken'],
  member: ['userToken'],
  platformAdmin: ['userToken'],
  mcp: ['mcpToken'],
};

const named = routes.map((route) => [route.operationId, route] as const);

describe('/openapi.json', () => {
  it('is an OpenAPI 3.1 document of this service at its address', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: 'https://api.example' }],
    });
    const made = openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() });
    expect(document).toEqual(JSON.parse(JSON.stringify(made)));
  });

  it('has only references that lead somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
    for (const path of references) {
      const target = path.split('/').reduce((node: Json, key) => node?.[key], document);
      expect([path, typeof target]).toEqual([path, 'object']);
    }
    expect(references.length).toBeGreaterThan(10);
  });

  it('has only operations that are routes, but for itself, its page and the overview', () => {
    const operations = Object.values<Record<string, Json>>(document.paths).flatMap((path) => Object.values(path));
    const routed = routes.map(({ operationId }) => operationId);
    expect(new Set(operations.map(({ operationId }) => operationId))).toEqual(
      new Set([...routed, 'getDocs', 'getLlmsTxt', 'getOpenApi']),
    );
    expect(operations).toHaveLength(routed.length + 3);
  });

  describe.each(named)('%s', (_name, route) => {
    const operation = () => document.paths[route.path][route.method];
    const isForBrowsers = route.refusals === 'page';
    const mediaType = route.success.mediaType ?? (isForBrowsers ? 'text/html' : 'application/json');

    it('has a summary, a description, and its success with an example of its body', () => {
      const text = expect.stringMatching(/\w/);
      expect(operation()).toMatchObject({ operationId: route.operationId, summary: text, description: text });
      const success = operation().responses[route.success.status];
      const hasNoBody = route.success.schema instanceof z.ZodVoid;
      expect(success.content?.[mediaType].example === undefined).toBe(hasNoBody);
    });

    it('has the refusals that every route of its kind has', () => {
      const hasNoCredential = ['public', 'ticket'].includes(route.credential);
      const ofProgram = hasNoCredential ? ['500', '503'] : ['401', '429', '500', '503'];
      const expected = isForBrowsers ? ['default'] : ofProgram;
      expect(Object.keys(operation().responses)).toEqual(expect.arrayContaining(expected));
    });

    it('belongs to the tag of its resource', () => {
      const resource = resources.find(({ routes: own }) => own.includes(route))!;
      expect(operation().tags).toEqual([resource.name]);
      expect(document.tags).toContainEqual({ name: resource.name, description: resource.description });
    });

    it('has the headers of its success', () => {
      const { headers } = operation().responses[route.success.status];
      const quota =
        schemesOf[route.credential]!.length > 0 && route.credential !== 'ticket'
          ? ['RateLimit', 'RateLimit-Policy']
          : [];
      const own = Object.keys(route.success.headers?.shape ?? {});
      const isOpen =
        /^\/(?:_mcp$|\.well-known\/|oauth\/mcp\/(?:register|token|revoke)$|api\/v1\/uploads\/\{secret\}$)/.test(
          route.path,
        );
      const cors = isOpen ? ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] : [];
      expect(Object.keys(headers)).toEqual(['X-Request-Id', ...cors, ...quota, ...own]);
    });

    it('names a security scheme that the document defines', () => {
      const schemes: string[] = operation().security.flatMap((requirement: object) => Object.keys(requirement));
      const givesCookie = route.operationId === 'startChannelConsent';
      expect(schemes).toEqual(givesCookie ? [] : schemesOf[route.credential]);
      for (const scheme of schemes) expect(document.components.securitySchemes[scheme]).toBeDefined();
    });

    it('has examples that its own schemas accept', () => {
      const { content } = operation().responses[route.success.status];
      const example = content?.[mediaType].example;
      expect(route.success.schema.parse(example)).toEqual(example);
      const body = route.request.body ?? route.request.form;
      if (!body) return;
      const [bodyContent] = Object.values<Json>(operation().requestBody.content);
      expect(body.safeParse(bodyContent.example)).toMatchObject({ success: true });
    });

    it('describes each parameter that the route reads', () => {
      const { params, query, headers } = route.request;
      const names = [params, query, route.raw?.headers, headers].flatMap((schema) => Object.keys(schema?.shape ?? {}));
      const described = operation().parameters ?? [];
      expect(described.map(({ name }: { name: string }) => name)).toEqual(names);
      expect(described.map(({ description }: { description?: string }) => description)).toEqual(
        names.map(() => expect.stringMatching(/\w/)),
      );
    });
  });
});

it('each answer is closed: nothing stands in it but what the document names', () => {
  const open: string[] = [];
  const look = (schema: Json, at: string): void => {
    if (schema?.$ref !== undefined) return look(partOf(document, schema.$ref.split('/').slice(1)), schema.$ref);
    if (schema?.properties && schema.additionalProperties !== false) open.push(at);
    // A payload stays open beside its typed variants.
    for (const [name, inner] of Object.entries(schema?.properties ?? {}))
      if (name !== 'payload') look(inner, `${at}/${name}`);
    if (schema?.items) look(schema.items, `${at}/items`);
    for (const form of ['anyOf', 'oneOf', 'allOf'])
      for (const [nth, inner] of (schema?.[form] ?? []).entries()) look(inner, `${at}/${form}/${nth}`);
  };
  for (const { path, method, success } of routes)
    look(document.paths[path][method].responses[success.status].content?.['application/json']?.schema, path);
  for (const name of ['Error', 'InsufficientCredits', 'WebhookEvent', 'RemovalEvent'])
    look(document.components.schemas[name], name);
  expect(open).toEqual([]);
});

it('an example of an id is the id of one kind of thing', () => {
  const kinds = new Map<string, Set<string>>();
  for (const [, name, id] of JSON.stringify(document).matchAll(/"(\w+Id)":"([0-9a-f-]{36})"/g))
    kinds.set(id!, (kinds.get(id!) ?? new Set()).add(name === 'postId' ? 'assignmentId' : name!));
  const shared = [...kinds].filter(([, names]) => names.size > 1);
  expect(shared).toEqual([]);
  expect(kinds.size).toBeGreaterThan(2);
});

const documents = ['/docs', '/openapi.json', '/docs/start.js', '/llms.txt', '/docs/guides/uploads.md'];

describe('/docs', () => {
  it('is a page that loads from nowhere but here, without inline scripts', async () => {
    const page = await stranger(app)('GET', '/docs');

    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(page.body).not.toMatch(/https?:|\/\/|<script>|<style| style=| on\w+=/);
    for (const [, address] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      // Behind a proxy the page may have a path before it, which the proxy takes away.
      const { pathname } = new URL(address, 'https://host.example/base/docs');
      const [path, before] = [pathname.slice('/base'.length), pathname.slice(0, '/base'.length)];
      expect([path, before, (await stranger(app)('GET', path)).status]).toEqual([path, '/base', 200]);
    }
  });

  it('reads the document from here and asks no public validator about it', async () => {
    const script = await stranger(app)('GET', '/docs/start.js');

    expect(script.headers.get('content-type')).toContain('javascript');
    expect(script.body).toContain("fetch('openapi.json')");
    expect(script.body).toContain('validatorUrl: null');
    expect(script.body).not.toMatch(/https?:/);
  });

  it('has a style sheet that loads nothing', async () => {
    const styles = await stranger(app)('GET', '/docs/swagger-ui.css');
    expect(styles.body).not.toMatch(/url\(["']?(?!["']?data:)|@import/);
  });

  it.each(documents)('%s answers HEAD without a body', async (path) => {
    const answer = await stranger(app)('HEAD', path);
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it.each(documents)('%s answers 405 to POST', async (path) => {
    const answer = await stranger(app)('POST', path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it('tells the two bodies of a refusal apart by their code: no code is in both', () => {
  const { Error: general, InsufficientCredits: credits } = document.components.schemas as unknown as Record<
    string,
    { properties: { error: { enum: string[] } } }
  >;
  expect(credits!.properties.error.enum).toEqual(['INSUFFICIENT_CREDITS']);
  expect(general!.properties.error.enum).toContain('FORBIDDEN');
  expect(general!.properties.error.enum).not.toContain('INSUFFICIENT_CREDITS');
});
