import { ConnectLink } from '../../../models/oauth/ConnectLink';
import type { OpenedLink } from '../../../models/oauth/ConnectLink';
import type { Platform } from '../../../platforms/Platform';
import type { BaseDeps } from '../../deps';
import { ShownPage } from '../../http/errors';
import { presentOver } from './overPage';

export interface ShownLink {
  readonly link: OpenedLink;
  readonly platform: Platform;
}

/**
 * A link that can still be used.
 * @throws ShownPage 400 for a link that is unknown, over or used up, whose assistant has lost its grant, or whose platform is not offered
 */
export async function requireLink(deps: Pick<BaseDeps, 'platforms'>, secret: string): Promise<ShownLink> {
  const link = await ConnectLink.ofSecret(secret);
  const platform = link && deps.platforms.get(link.platform);
  if (!link || !platform || !link.isOpen) throw new ShownPage(400, presentOver('over'));
  if (link.ticketStatus === 'completed') throw new ShownPage(400, presentOver('used'));
  return { link, platform };
}
