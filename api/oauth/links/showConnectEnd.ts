import { notValid } from '../../http/errors';
import { tooManyRequests } from '../../http/refusals';
import { defineUseCase } from '../../useCase';
import { ConnectEndInput } from './schema';

/** The page at the end of a consent that a link has begun. It says nothing that its address does not say. */
export const showConnectEnd = defineUseCase({
  name: 'showConnectEnd',
  action: 'public',
  summary: 'For browsers: how the connecting for an assistant has ended',
  description: 'The end of the consent that the button of a `connectUrl` has begun. The assistant is told more.',
  input: ConnectEndInput,
  refuses: [notValid, tooManyRequests],
  run: async (_context, end) => end,
});
