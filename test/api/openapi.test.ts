import { openApiDocument } from '../../api/openapi';
import { isForBrowsers } from '../../api/http/defineRoute';
import { routes } from '../../api/routes';
import { stranger } from '../support/actors';
import type { Json } from '../support/actors';
import { useApp } from '../support/app';
import { use } from '../support/use';

const app = useApp();
const document = use<Json>(async () => (await stranger(app)('GET', '/openapi.json')).body);

const named = routes.map((route) => [route.operationId, route] as const);

describe('/openapi.json', () => {
  it('is an OpenAPI 3.1 document of this service at its address', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: 'https://api.example' }],
    });
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(routes, 'https://api.example'))));
  });

  it('has only references that lead somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
    for (const path of references) {
      const target = path.split('/').reduce((node: Json, key) => node?.[key], document);
      expect([path, typeof target]).toEqual([path, 'object']);
    }
    expect(references.length).toBeGreaterThan(10);
  });

  it('has only operations that are routes, but for itself and its page', () => {
    const operations = Object.values<Record<string, Json>>(document.paths).flatMap((path) => Object.values(path));
    const routed = routes.map(({ operationId }) => operationId);
    expect(new Set(operations.map(({ operationId }) => operationId))).toEqual(
      new Set([...routed, 'getDocs', 'getOpenApi']),
    );
    expect(operations).toHaveLength(routed.length + 2);
  });

  describe.each(named)('%s', (_name, route) => {
    const operation = () => document.paths[route.path][route.method];
    const mediaType = isForBrowsers(route) ? 'text/html' : 'application/json';

    it('has a summary, its success with an example of its body, and the errors that every route of its kind has', () => {
      expect(operation()).toMatchObject({ operationId: route.operationId, summary: expect.stringMatching(/\w/) });
      const { [route.success.status]: success, ...errors } = operation().responses;
      const hasNoBody = route.success.status === 302 || route.success.status === 204;
      expect(success.content?.[mediaType].example === undefined).toBe(hasNoBody);
      for (const [status, error] of Object.entries<Json>(errors)) {
        expect(Number(status)).toBeGreaterThanOrEqual(400);
        const { example } = error.content[mediaType];
        expect(isForBrowsers(route) ? example : example.error).toMatch(/^[A-Z_]+$|^<!doctype html>$/);
      }
      const expected = route.auth === 'none' ? ['500', '503'] : ['401', '429', '500', '503'];
      expect(Object.keys(errors)).toEqual(expect.arrayContaining(expected));
    });

    it('names a security scheme that the document defines', () => {
      const schemes: string[] = operation().security.flatMap((requirement: object) => Object.keys(requirement));
      expect(schemes).toEqual(route.auth === 'none' ? [] : [route.auth]);
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
      const names = [params, query, headers].flatMap((schema) => Object.keys(schema?.shape ?? {}));
      expect((operation().parameters ?? []).map(({ name }: { name: string }) => name)).toEqual(names);
    });
  });
});

describe('/docs', () => {
  it('is a page that loads from nowhere but here, without inline scripts', async () => {
    const page = await stranger(app)('GET', '/docs');

    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(page.body).not.toMatch(/https?:|\/\/|<script>|<style| style=| on\w+=/);
    for (const [, path] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect([path, (await stranger(app)('GET', path)).status]).toEqual([path, 200]);
    }
  });

  it('reads the document from here and asks no public validator about it', async () => {
    const script = await stranger(app)('GET', '/docs/start.js');

    expect(script.headers.get('content-type')).toContain('javascript');
    expect(script.body).toContain("fetch('/openapi.json')");
    expect(script.body).toContain('validatorUrl: null');
    expect(script.body).not.toMatch(/https?:/);
  });

  it('has a style sheet that loads nothing', async () => {
    const styles = await stranger(app)('GET', '/docs/swagger-ui.css');
    expect(styles.body).not.toMatch(/url\(["']?(?!["']?data:)|@import/);
  });

  it.each(['/docs', '/openapi.json', '/docs/start.js'])('%s answers 405 to POST', async (path) => {
    const answer = await stranger(app)('POST', path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
