import { User } from '../../models/users/User';
import { defineUseCase } from '../useCase';
import { UpdateOnboardingInput } from './schema';

export const updateOnboarding = defineUseCase({
  name: 'updateOnboarding',
  action: 'identity',
  summary: 'Note the steps of onboarding that the user has done',
  description: 'An empty body changes nothing.',
  input: UpdateOnboardingInput,
  refuses: [],
  run: async ({ principal: { userId } }, note) => User.noteOnboarding(userId, note),
});
