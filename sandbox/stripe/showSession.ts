import { sessionObject } from './objects';
import type { StripeObject } from './objects';
import type { Session } from './records';
import type { StripeContext } from './store';
import { sumOf } from './tax';

/** A session as the API and events show it at this moment. */
export function showSession({ store, origin }: StripeContext, session: Session): StripeObject {
  return sessionObject(session, sumOf(store, session), origin());
}
