import { z } from 'zod';
import { notValid } from '../../http/errors';
import { tooManyRequests } from '../../http/refusals';
import { defineUseCase } from '../../useCase';
import { requireLink } from './openLink';
import { LinkSecret } from './schema';

/** The page of a link: it says who asks for which channel, and has the button. It changes nothing: others may fetch it, too. */
export const showConnectLink = defineUseCase({
  name: 'showConnectLink',
  action: 'public',
  summary: 'For browsers: the page on which a person connects a channel for an assistant',
  description: 'Its address is good for 30 minutes and for one success.',
  input: z.object({ secret: LinkSecret }),
  refuses: [notValid, tooManyRequests],
  run: async ({ deps }, { secret }) => requireLink(deps, secret),
});
