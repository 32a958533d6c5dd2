import { networkOf } from '../../lib/networkOf';
import type { Authenticated } from '../http/Route';

/** The name under which callers without a credential are counted: that of their network, as far as trusted proxies tell. */
export async function networkKey(caller: Authenticated): Promise<string> {
  const principal = await caller.principal(undefined);
  return `network/${networkOf(principal.kind === 'public' ? principal.address : 'unknown')}`;
}
