import type { z } from 'zod';
import type { FieldErrors } from '../domain/payload/payload';
import type { Action, CallerOf, Principal, TenantPrincipal } from './auth/Principal';
import type { BaseDeps } from './deps';
import type { AnyRefusal } from './http/errors';

/** The surroundings of a use case, beside its input. */
export interface Context<Caller extends Principal = Principal, Deps extends BaseDeps = BaseDeps> {
  readonly deps: Deps;
  readonly principal: Caller;
  readonly requestId: string;
  /** Ends when the caller has gone, if the face can tell. A use case that only reads may then stop; a write goes on. */
  readonly signal?: AbortSignal;
  /** The request of a route with `raw`, for the server of its protocol. To be read once. */
  readonly message?: () => Request;
}

/** The context of a use case within a workspace. */
export type TenantContext<Deps extends BaseDeps = BaseDeps> = Context<TenantPrincipal, Deps>;

/**
 * An ability of the service, for every caller: REST, console and assistants call the same use case (api/README.md). Its
 * file, its operationId and its test have its name.
 */
export interface UseCase<
  Wanted extends Action,
  Input extends z.ZodObject,
  Result,
  Deps extends BaseDeps = BaseDeps,
  Name extends string = string,
> {
  readonly name: Name;
  /** The action that a caller must be allowed. */
  readonly action: Wanted;
  readonly summary: string;
  readonly description?: string;
  /** One flat object; each face says where its fields come from. */
  readonly input: Input;
  /** Its refusals, beyond input that does not fit its schema. */
  readonly refuses: readonly AnyRefusal[];
  run(context: Context<CallerOf<NoInfer<Wanted>>, Deps>, input: z.output<Input>): Promise<Result>;
  /** Answers malformed input, with its fields as they were given. Absent: malformed input is refused with 400. */
  runMalformed?(
    context: Context<CallerOf<NoInfer<Wanted>>, Deps>,
    faults: FieldErrors,
    given: Readonly<Record<string, unknown>>,
  ): Promise<Result>;
}

/** Ties the code of a use case to its action and its input, and keeps its name in its type. */
export function defineUseCase<
  const Wanted extends Action,
  Input extends z.ZodObject,
  Result,
  Name extends string,
  Deps extends BaseDeps = BaseDeps,
>(useCase: UseCase<Wanted, Input, Result, Deps, Name>): UseCase<Wanted, Input, Result, Deps, Name> {
  return useCase;
}
