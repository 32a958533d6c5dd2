import { Button, List, Progress, Text, ThemeIcon } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { onboardingSteps } from '../../domain/onboarding';
import type { OnboardingStep } from '../../domain/onboarding';
import { assignmentsQuery } from '../assignments/queries';
import { connectionsQuery } from '../connections/queries';
import { Section } from '../parts/Section';
import { announceFault } from '../parts/announce';
import { TextLink } from '../parts/links';
import { endOnboarding, onboardingQuery } from './onboarding';

const stepWords = {
  profile: { label: 'Set your name and time zone', to: '/profile' },
  connect_channel: { label: 'Connect a channel', to: '/connections' },
  first_post: { label: 'Publish a first post', to: '/compose' },
  api_key: { label: 'Make an API key for your programs', to: '/credentials' },
  webhook: { label: 'Try an address for webhooks', to: '/webhooks' },
} as const satisfies Record<OnboardingStep, { label: string; to: string }>;

/** The first steps of a new user, until all are done or the user hides them. */
export function FirstSteps() {
  const queries = useQueryClient();
  const { data } = useQuery(onboardingQuery);
  const end = useMutation({ mutationFn: async () => endOnboarding(queries), onError: announceFault });
  const done = useDone(data?.steps ?? []);
  if (!data || data.completed || done.size === onboardingSteps.length) return null;
  return (
    <Section
      id="first-steps"
      title="First steps"
      aside={
        <Button size="xs" variant="subtle" loading={end.isPending} onClick={() => end.mutate()}>
          Show this no more
        </Button>
      }
    >
      <Progress
        value={(100 * done.size) / onboardingSteps.length}
        aria-label={`${done.size} of ${onboardingSteps.length} steps are done`}
      />
      <List spacing="xs" center>
        {onboardingSteps.map((step) => (
          <List.Item key={step} icon={<StepIcon isDone={done.has(step)} />}>
            {done.has(step) ? (
              <Text size="sm" c="dimmed">
                {stepWords[step].label}
              </Text>
            ) : (
              <TextLink to={stepWords[step].to} size="sm">
                {stepWords[step].label}
              </TextLink>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** The steps that were noted, and those that can be seen: somebody else of the organization may have done them. */
function useDone(noted: readonly OnboardingStep[]): ReadonlySet<OnboardingStep> {
  const { data: connections } = useQuery(connectionsQuery);
  const { data: published } = useQuery(assignmentsQuery({ status: 'published' }, 1));
  return new Set<OnboardingStep>([
    ...noted,
    ...(connections && connections.total > 0 ? (['connect_channel'] as const) : []),
    ...(published && published.total > 0 ? (['first_post'] as const) : []),
  ]);
}

function StepIcon({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? Check : Circle;
  return (
    <ThemeIcon size={20} radius="xl" variant="default">
      <Icon size={12} role="img" aria-label={isDone ? 'Done' : 'To do'} />
    </ThemeIcon>
  );
}
