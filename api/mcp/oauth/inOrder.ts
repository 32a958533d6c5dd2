/** A check or an action of an endpoint. A step is given the findings of the steps before it, and adds its own. */
export interface Step<Given extends object, Found> {
  readonly name: string;
  // A method, so that steps of different types go into one list; `inOrder` checks that each step fits the step before.
  run(given: Given): Found | Promise<Found>;
}

export interface Steps<Given, Found> {
  /** The name of the operation. */
  readonly name: string;
  /** The names of the steps, in their order. */
  readonly steps: readonly string[];
  run(given: Given): Promise<Found>;
}

type Two<A extends object, B extends object, C> = readonly [Step<A, B>, Step<B, C>];
type Three<A extends object, B extends object, C extends object, D> = readonly [Step<A, B>, ...Two<B, C, D>];
type Four<A extends object, B extends object, C extends object, D extends object, E> = readonly [
  Step<A, B>,
  ...Three<B, C, D, E>,
];
type Five<A extends object, B extends object, C extends object, D extends object, E extends object, F> = readonly [
  Step<A, B>,
  ...Four<B, C, D, E, F>,
];
type Six<
  A extends object,
  B extends object,
  C extends object,
  D extends object,
  E extends object,
  F extends object,
  G,
> = readonly [Step<A, B>, ...Five<B, C, D, E, F, G>];

/** An operation that runs steps in order; the first error ends it. The compiler checks that the steps fit together. */
export function inOrder<A extends object, B extends object, C>(name: string, steps: Two<A, B, C>): Steps<A, C>;
export function inOrder<A extends object, B extends object, C extends object, D>(
  name: string,
  steps: Three<A, B, C, D>,
): Steps<A, D>;
export function inOrder<A extends object, B extends object, C extends object, D extends object, E>(
  name: string,
  steps: Four<A, B, C, D, E>,
): Steps<A, E>;
export function inOrder<A extends object, B extends object, C extends object, D extends object, E extends object, F>(
  name: string,
  steps: Five<A, B, C, D, E, F>,
): Steps<A, F>;
export function inOrder<
  A extends object,
  B extends object,
  C extends object,
  D extends object,
  E extends object,
  F extends object,
  G,
>(name: string, steps: Six<A, B, C, D, E, F, G>): Steps<A, G>;
export function inOrder(name: string, steps: readonly Step<object, object>[]): Steps<object, object> {
  return {
    name,
    steps: steps.map((step) => step.name),
    run: async (given) => {
      let found = given;
      for (const step of steps) found = await step.run(found);
      return found;
    },
  };
}
