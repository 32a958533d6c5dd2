import { judgeUrl } from '../../lib/safeFetch/judgeUrl';
import { OutboundError } from '../../lib/safeFetch/OutboundError';
import { User } from '../../models/users/User';
import { invalid } from '../http/errors';
import { defineUseCase } from '../useCase';
import { UpdateProfileInput } from './schema';

/** Changes the given fields. The avatar must be public, judged as `mediaUrl` at create (contract.md §2). */
export const updateProfile = defineUseCase({
  name: 'updateProfile',
  action: 'identity',
  summary: 'Change the profile of the user',
  description: 'A field that is left out stays. Null takes the avatar away; for other fields it is refused.',
  input: UpdateProfileInput,
  refuses: [],
  run: async ({ deps, principal: { userId } }, profile) => {
    if (typeof profile.avatarUrl === 'string') {
      const judged = judgeUrl(profile.avatarUrl, deps.config.outboundAllow);
      if (judged instanceof OutboundError) throw invalid({ avatarUrl: [judged.message] });
    }
    return User.change(userId, profile);
  },
});
