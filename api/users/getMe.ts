import { z } from 'zod';
import { User } from '../../models/users/User';
import { defineUseCase } from '../useCase';

export const getMe = defineUseCase({
  name: 'getMe',
  action: 'identity',
  summary: 'The profile of the user',
  description: 'Not its memberships: see the list of organizations.',
  input: z.object({}),
  refuses: [],
  run: async ({ principal: { userId } }) => User.ofId(userId),
});
