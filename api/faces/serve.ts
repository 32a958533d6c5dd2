import type { z } from 'zod';
import type { FieldErrors } from '../../domain/payload/payload';
import { mayDo } from '../auth/Principal';
import type { Action, Principal } from '../auth/Principal';
import type { BaseDeps } from '../deps';
import { invalid } from '../http/errors';
import { parseInput } from '../http/body/parseInput';
import { notAllowed } from '../http/refusals';
import type { Call, CredentialKind, RawRequest } from '../http/Route';
import type { Context, UseCase } from '../useCase';
import { admit } from './admit';
import type { Entrance } from './admit';
import type { Binding, BoundInput } from './binding';

/** One way to a use case. */
export interface RouteBinding {
  readonly credential: CredentialKind;
  readonly binding: Binding;
  readonly raw?: RawRequest | undefined;
  readonly quotaKeyOf?: Entrance['quotaKeyOf'];
}

/**
 * Answers one request. After the first checks (`admit`) come the tenant (404), the action (403), and then
 * the use case's own.
 */
export async function serve<Wanted extends Action, Input extends z.ZodObject, Result, Deps extends BaseDeps>(
  useCase: UseCase<Wanted, Input, Result, Deps>,
  { credential, binding, raw, quotaKeyOf }: RouteBinding,
  call: Call<Deps>,
): Promise<Result> {
  const { caller, parts } = await admit(call, {
    credential,
    request: binding.schemas,
    quotaKeyOf,
  });
  const bound = binding.bind(parts);
  if (Object.keys(bound.organizationFaults).length > 0) throw invalid({ ...bound.faults, ...bound.organizationFaults });
  const checked = check(useCase, bound);
  const principal = await caller.principal(bound.organizationId);
  const { deps, requestId } = call;
  const message = raw && (() => call.stream(raw));
  return runAs(useCase, checked, { deps, requestId, principal, message });
}

/** An input that was checked. */
export type CheckedInput<Output> = { input: Output } | { faults: FieldErrors; given: BoundInput['given'] };

/**
 * Checks the input of a use case.
 * @throws ApiError 400 naming every fault, unless the use case answers malformed input itself
 */
export function check<Input extends z.ZodObject, Result>(
  useCase: Pick<UseCase<Action, Input, Result>, 'input'> & { runMalformed?: unknown },
  { given, faults: faultsOfForm, names }: Pick<BoundInput, 'given' | 'faults' | 'names'>,
): CheckedInput<z.output<Input>> {
  const isWellFormed = Object.keys(faultsOfForm).length === 0;
  const { input, faults: found = {} } = isWellFormed ? parseInput(useCase.input, given) : { faults: faultsOfForm };
  if (input !== undefined) return { input };
  const faults = renamed(found, names);
  if (useCase.runMalformed === undefined) throw invalid(faults);
  return { faults, given };
}

/** `{ assignmentId: […] }` is reported as `{ id: […] }` where the face calls it so. */
function renamed(faults: FieldErrors, names: BoundInput['names']): FieldErrors {
  return Object.fromEntries(
    Object.entries(faults).map(([field, messages]) => {
      const [first = '', ...rest] = field.split('.');
      return [[names[first] ?? first, ...rest].join('.'), messages];
    }),
  );
}

interface Asking<Deps extends BaseDeps> {
  readonly deps: Deps;
  readonly requestId: string;
  readonly principal: Principal;
  readonly signal?: AbortSignal | undefined;
  readonly message?: Context['message'] | undefined;
}

/**
 * Runs a use case for a caller who is known, with an input that was checked.
 * @throws ApiError 403 for an action that the caller may not do; the errors of the use case
 */
export async function runAs<Wanted extends Action, Input extends z.ZodObject, Result, Deps extends BaseDeps>(
  useCase: UseCase<Wanted, Input, Result, Deps>,
  checked: CheckedInput<z.output<Input>>,
  { deps, requestId, principal, signal, message }: Asking<Deps>,
): Promise<Result> {
  if (!mayDo(principal, useCase.action)) throw notAllowed.error();
  const context = { deps, requestId, principal, ...(signal && { signal }), ...(message && { message }) };
  if ('input' in checked) return useCase.run(context, checked.input);
  if (!useCase.runMalformed) throw invalid(checked.faults);
  return useCase.runMalformed(context, checked.faults, checked.given);
}
