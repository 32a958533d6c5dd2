import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Onboarding } from '../../../api/users/schema';
import type { OnboardingStep } from '../../../domain/onboarding';
import { patch } from '../../http/request';

/** A note without content changes nothing and tells what was noted before (contract.md §13). */
export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: async () => patch<Onboarding>('/auth/onboarding', {}),
  staleTime: 60_000,
});

/** Notes that a step is done. It is a convenience: what fails is noted by the next one who does it. */
export function noteStep(queries: QueryClient, step: OnboardingStep): void {
  if (queries.getQueryData(onboardingQuery.queryKey)?.steps.includes(step)) return;
  void patch<Onboarding>('/auth/onboarding', { step }).then(
    (noted) => queries.setQueryData(onboardingQuery.queryKey, noted),
    () => undefined,
  );
}

/** Shows the list of first steps no more. */
export async function endOnboarding(queries: QueryClient): Promise<void> {
  const noted = await patch<Onboarding>('/auth/onboarding', { completed: true });
  queries.setQueryData(onboardingQuery.queryKey, noted);
}
