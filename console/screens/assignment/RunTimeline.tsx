import { Accordion, List, Stack, Text, Timeline } from '@mantine/core';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { RelativeTime } from '../../parts/RelativeTime';
import { useNow } from '../../parts/useNow';
import { texts } from '../../texts/screens/assignment';
import { failureWords } from '../../words/failures';
import { statusWords } from '../../words/states';
import { duration } from '../../words/time';
import { reasonsOf, runsOf, stepsOf } from './runs';
import type { Step } from './runs';

const words = texts.timeline;

/** The states of the latest run with their durations and failed tries, and the runs before it. */
export function RunTimeline({ assignment: { timeline } }: { assignment: InspectedAssignment }) {
  const nowMs = useNow();
  const runs = runsOf(timeline);
  const earlier = runs.slice(0, -1);
  return (
    <Stack gap="sm">
      {earlier.length > 0 && (
        <Text size="sm" fw={500}>
          {words.run(runs.length)}
        </Text>
      )}
      <Steps steps={stepsOf(runs.at(-1) ?? [], nowMs)} />
      {earlier.length > 0 && (
        <Accordion variant="contained" order={3}>
          {earlier.map((run, index) => (
            <Accordion.Item key={run[0]?.at} value={String(index)}>
              <Accordion.Control>
                {words.runEnded(index + 1, statusWords[run.at(-1)?.status ?? 'pending'].label)}
              </Accordion.Control>
              <Accordion.Panel>
                <Steps steps={stepsOf(run, nowMs)} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Stack>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const active = steps.findLastIndex(({ at }) => at !== null);
  return (
    <Timeline active={active} bulletSize={16} lineWidth={2}>
      {steps.map((step) => (
        <Timeline.Item
          key={step.status}
          color={statusWords[step.status].color}
          title={statusWords[step.status].label}
          lineVariant={step.at === null ? 'dashed' : 'solid'}
          aria-current={step.isCurrent ? 'step' : undefined}
        >
          <StepText step={step} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function StepText({ step: { status, at, lastedMs, isCurrent, errors, failedTries, resolution } }: { step: Step }) {
  if (at === null)
    return (
      <Text size="xs" c="dimmed">
        {statusWords[status].meaning}
      </Text>
    );
  return (
    <>
      <Text size="sm" c="dimmed" className="tabular" component="div">
        <RelativeTime at={at} />
        {lastedMs !== null && (isCurrent ? words.lasting : words.lasted)(duration(lastedMs))}
      </Text>
      <FailedTries failedTries={failedTries} isCurrent={isCurrent} />
      {errors.map(({ code, message }) => (
        <Text key={code} size="sm" className="breakable">
          {failureWords(code).name}: {message}
        </Text>
      ))}
      {resolution && (
        <Text size="sm">
          {words.resolved[resolution.outcome](resolution.by)} <RelativeTime at={resolution.at} />
        </Text>
      )}
    </>
  );
}

/** The tries that failed in a state, and why. */
function FailedTries({ failedTries: { count, latest }, isCurrent }: Pick<Step, 'failedTries' | 'isCurrent'>) {
  if (count === 0) return null;
  return (
    <>
      <Text size="sm" className="tabular">
        {(isCurrent ? words.triesFailedSoFar : words.triesFailed)(count)}
      </Text>
      <List size="sm" c="dimmed" className="breakable">
        {reasonsOf(latest).map(({ code, message, at, times }) => (
          <List.Item key={`${code} ${message}`}>
            {failureWords(code).name}: {message} {times > 1 && words.timesAndLast(times)} <RelativeTime at={at} />
          </List.Item>
        ))}
      </List>
    </>
  );
}
