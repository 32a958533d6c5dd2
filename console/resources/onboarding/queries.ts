import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { OnboardingStep } from '../../../domain/onboarding';
import { api, keyOf } from '../../http/client';

/** The steps noted so far. A note without content changes nothing and returns the earlier notes (contract.md §13). */
export const onboardingQuery = queryOptions({
  queryKey: keyOf('updateOnboarding'),
  queryFn: async () => api.updateOnboarding(),
  staleTime: 60_000,
});

/** Notes that a step is done. A failure does no harm: the next user who does the step notes it. */
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
