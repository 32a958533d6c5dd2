import type { UseCaseRoute } from '../../api/faces/route';
import type { RouteDescription } from '../../api/http/Route';
import { formatted } from './formatted';

/** A route; one of a use case tells more. */
type AnyRoute = RouteDescription & Partial<Pick<UseCaseRoute, 'useCase' | 'organization' | 'sources'>>;

const prefix = '/api/v1';
const ofPeople = /^\/api\/v1\/(console|auth|admin)\//;
const verbs: readonly RouteDescription['method'][] = ['get', 'post', 'patch', 'delete'];

/** console/http/operations.ts: how the console's client sends each operation. */
export async function operationsPage(routes: readonly AnyRoute[]): Promise<string> {
  const text = [
    "// Made by `npm run docs` from `api/routes.ts`. Do not edit.\nimport type { OperationName, RequestForm } from './Api';",
    '/** The form of each request. The type refuses a name too many or too few. */\n' +
      `export const operations: Readonly<Record<OperationName, RequestForm>> = ${JSON.stringify(operationsOf(routes))};`,
  ].join('\n\n');
  return formatted('operations.ts', text);
}

/** The operations that the console may call, by the names of their use cases: `Called` of console/http/Api.ts. */
function operationsOf(routes: readonly AnyRoute[]) {
  const found = routes.flatMap((route) => {
    const { useCase, method, path, raw, success } = route;
    const isCalled = ofPeople.test(path) && verbs.includes(method) && !raw && success.mediaType === undefined;
    return isCalled && useCase ? [[useCase.name, operationOf(route)] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The fields of the input, each in its place. A field with a header goes there. */
function operationOf({ method, path, organization, sources }: AnyRoute) {
  const { params = [], headers = [], query = [], body = [] } = sources ?? {};
  const names = new Map(params.map(({ name, field }) => [name, field]));
  if (organization !== undefined) names.set(organization, 'organizationId');
  const others = (from: typeof query) =>
    from.map(({ field }) => field).filter((field) => headers.every((header) => header.field !== field));
  return {
    method: method.toUpperCase(),
    path: path.slice(prefix.length).replaceAll(/\{(\w+)\}/g, (_braces, name: string) => `{${names.get(name) ?? name}}`),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map(({ name, field }) => [field, name])) }),
    ...(query.length > 0 && { query: others(query) }),
    ...(body.length > 0 && { body: others(body) }),
  };
}
