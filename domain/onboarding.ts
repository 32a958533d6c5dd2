/** The steps through which a new user is led (contract.md §7). */
export const onboardingSteps = ['profile', 'connect_channel', 'first_post', 'api_key', 'webhook'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];
