import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { OnboardingStep } from '../../../domain/onboarding';
import { api, keyOf } from '../../http/client';

/** A note without content changes nothing and tells what was noted before (contract.md §13). */
export const onboardingQuery = queryOptions({
  queryKey: keyOf('updateOnboarding'),
  queryFn: async () => api.updateOnboarding(),
  staleTime: 60_000,
});

/** Notes that a step is done. It is a convenience: what fails is noted by the next one who does it. */
export function noteStep(queries: QueryClient, step: OnboardingStep): void {
  if (queries.getQueryData(onboardingQuery.queryKey)?.steps.includes(step)) return;
  void api.updateOnboarding({ step }).then(
    (noted) => queries.setQueryData(onboardingQuery.queryKey, noted),
    () => undefined,
  );
}

/** Shows the list of first steps no more. */
export async function endOnboarding(queries: QueryClient): Promise<void> {
  const noted = await api.updateOnboarding({ completed: true });
  queries.setQueryData(onboardingQuery.queryKey, noted);
}
