import { Box, Button, Group, Skeleton, Title } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { lazyPart } from '../../parts/lazyPart';
import { useNow } from '../../parts/useNow';
import { texts } from '../../texts/screens/assignment';
import { texts as storyTexts } from '../../texts/screens/assignmentStory';
import { useViewer } from '../../viewer/viewer';
import { absoluteTime, nearTime, nearTimeWithSeconds } from '../../words/time';
import { isEventful, milestonesOf, runsOf } from './runs';

const RunTimeline = lazyPart(async () => (await import('./RunTimeline')).RunTimeline);
/** The height of the steps of a run, in pixels, roughly: the page below keeps its place. */
const stepsHeight = 260;
const words = storyTexts.timeline;
const stepMs = 60_000;

/** The timeline in one line; all of its steps behind a button, or at once where something went wrong. */
export function StoryTimeline({ assignment }: { assignment: InspectedAssignment }) {
  const { profile } = useViewer();
  const nowMs = useNow(stepMs);
  const [chosen, choose] = useState<boolean | null>(null);
  const isOpen = chosen ?? isEventful(assignment.timeline);
  const id = useId();
  const Icon = isOpen ? ChevronUp : ChevronDown;
  const milestones = milestonesOf(runsOf(assignment.timeline).at(-1) ?? []);
  return (
    <section className="story-timeline" aria-labelledby="timeline">
      <Group justify="space-between" gap="xs">
        <Group gap="sm" className="breakable">
          <Title order={2} size="sm" id="timeline">
            {texts.timeline.title}
          </Title>
          <ol className="story-milestones tabular">
            {milestones.map(({ status, at }) => (
              <li key={status}>
                <time dateTime={at} title={absoluteTime(at, profile)}>
                  {words.milestone(
                    words.names[status],
                    (status === 'published' ? nearTimeWithSeconds : nearTime)(at, nowMs, profile),
                  )}
                </time>
              </li>
            ))}
          </ol>
        </Group>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={id}
          rightSection={<Icon aria-hidden size={14} />}
          onClick={() => choose(!isOpen)}
        >
          {isOpen ? words.hide : words.show}
        </Button>
      </Group>
      <Box id={id} mt={isOpen ? 'md' : 0}>
        {isOpen && (
          <Suspense fallback={<Skeleton height={stepsHeight} />}>
            <RunTimeline assignment={assignment} />
          </Suspense>
        )}
      </Box>
    </section>
  );
}
