import type { InvalidateOptions, QueryClient } from '@tanstack/react-query';
import type { Answer, AnswerHeader, Api, CallOptions, Given, Input, OperationName, RequestForm } from './Api';
import { operations } from './operations';
import { request } from './request';
import type { Answered } from './request';
import { requestOf } from './requestOf';

/**
 * Every operation by its name: `await api.retryAssignment({ assignmentId })`.
 * @throws ApiFault for every refusal, and when nothing answers in time
 */
export const api = clientOf(operations);

function clientOf(forms: Readonly<Record<OperationName, RequestForm>>): Api;
function clientOf(forms: Readonly<Record<string, RequestForm>>): object {
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => [
      name,
      async (input?: object, options?: CallOptions) => (await call(form, input, options)).body,
    ]),
  );
}

/** An operation's answer, with the headers that its route describes. @throws ApiFault as `api` does */
export async function withHeaders<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
): Promise<{ answer: Answer<Name>; header: (of: AnswerHeader<Name>) => string | null }> {
  const { body: answer, headers } = await call<Answer<Name>>(operations[name], input);
  return { answer, header: (of) => headers.get(of) };
}

/** The beginning of the keys of all queries that read an operation. */
export function keyOf<Name extends OperationName>(name: Name): readonly [Name] {
  return [name];
}

/** The key and the read of a query: the key is the name of the operation and its input. */
export function query<Name extends OperationName>(name: Name, ...given: Given<Name>) {
  const [input] = given;
  return {
    queryKey: [...keyOf(name), ...given] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call<Answer<Name>>(operations[name], input, { signal })).body,
  };
}

/** Reads the answers of these operations again, for all parts of the page that show them. */
export async function readAnew(
  queries: QueryClient,
  names: readonly OperationName[],
  options?: InvalidateOptions,
): Promise<void> {
  await Promise.all(names.map(async (name) => queries.invalidateQueries({ queryKey: keyOf(name) }, options)));
}

async function call<Body>(form: RequestForm, input: object = {}, options: CallOptions = {}): Promise<Answered<Body>> {
  const { method, path, ...parts } = requestOf(form, input);
  return request<Body>(method, path, { ...options, ...parts });
}
