import { onboardingSteps } from '../../domain/onboarding';
import type { User } from '../../models/users/User';
import type { Onboarding, UserProfile } from './schema';

export function presentProfile({ id, email, name, locale, timezone, avatarUrl, isPlatformAdmin }: User): UserProfile {
  return { id, email, name, locale, timezone, avatarUrl, isPlatformAdmin };
}

export function presentOnboarding({
  onboardingCompleted,
  onboardingSteps: done,
  onboardingUpdatedAt,
}: User): Onboarding {
  return {
    completed: onboardingCompleted,
    steps: onboardingSteps.filter((step) => done.includes(step)),
    updatedAt: onboardingUpdatedAt.toISOString(),
  };
}
