import { Button, List, Progress, Text, ThemeIcon } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { onboardingSteps } from '../../../domain/onboarding';
import type { OnboardingStep } from '../../../domain/onboarding';
import type { MemberAction, TenantAction } from '../../../domain/permissions';
import { announceFault } from '../../parts/announce';
import { TextLink } from '../../parts/links';
import { Section } from '../../parts/Section';
import { connectionsQuery } from '../../resources/connections/queries';
import { endOnboarding, onboardingQuery } from '../../resources/onboarding/queries';
import { texts as overviewTexts } from '../../texts/screens/overview';
import { useViewer } from '../../viewer/viewer';
import { publishedQuery } from './queries';

const { firstSteps: texts } = overviewTexts;

const stepWords = {
  profile: { label: texts.profile, to: '/profile' },
  connect_channel: { label: texts.connectChannel, to: '/connections' },
  first_post: { label: texts.firstPost, to: '/compose' },
  api_key: { label: texts.apiKey, to: '/credentials' },
  webhook: { label: texts.webhook, to: '/webhooks' },
} as const satisfies Record<OnboardingStep, { label: string; to: string }>;

/** The actions of the steps that are not for every user. */
const needs: { readonly [Step in OnboardingStep]?: TenantAction | MemberAction } = {
  connect_channel: 'connection.manage',
  api_key: 'credential.manage',
};

/** The first steps that a new user may do, until all steps are done or the user hides them. */
export function FirstSteps() {
  const queries = useQueryClient();
  const { data } = useQuery(onboardingQuery);
  const end = useMutation({ mutationFn: async () => endOnboarding(queries), onError: announceFault });
  const { steps, done } = useSteps(data?.steps ?? []);
  if (!data || data.completed || done.size === steps.length) return null;
  return (
    <Section
      id="first-steps"
      title={texts.title}
      aside={
        <Button size="xs" variant="subtle" loading={end.isPending} onClick={() => end.mutate()}>
          {texts.hide}
        </Button>
      }
    >
      <Progress value={(100 * done.size) / steps.length} aria-label={texts.progress(done.size, steps.length)} />
      <List spacing="xs" center>
        {steps.map((step) => (
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

/**
 * The steps that the user's roles allow, and the finished steps: noted steps, and steps whose result can be seen.
 * Another user of the organization may have done them.
 */
function useSteps(noted: readonly OnboardingStep[]) {
  const { may } = useViewer();
  const { data: connections } = useQuery(connectionsQuery);
  const { data: published } = useQuery(publishedQuery);
  const seen: readonly OnboardingStep[] = [
    ...noted,
    ...(connections && connections.total > 0 ? (['connect_channel'] as const) : []),
    ...(published && published.total > 0 ? (['first_post'] as const) : []),
  ];
  const steps = onboardingSteps.filter((step) => {
    const { [step]: action } = needs;
    return action === undefined || may(action);
  });
  return { steps, done: new Set(steps.filter((step) => seen.includes(step))) };
}

function StepIcon({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? Check : Circle;
  return (
    <ThemeIcon size={20} radius="xl" variant="default">
      <Icon size={12} role="img" aria-label={isDone ? texts.done : texts.open} />
    </ThemeIcon>
  );
}
