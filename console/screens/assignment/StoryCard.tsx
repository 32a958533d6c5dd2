import { Badge, Box, Code, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { endedStatuses } from '../../../domain/assignment';
import { PostPicture } from '../../parts/picture/PostPicture';
import { ProgressNews } from '../../parts/ProgressNews';
import { StatusBadge } from '../../parts/StatusBadge';
import { useNow } from '../../parts/useNow';
import { texts } from '../../texts/screens/assignment';
import { texts as storyTexts } from '../../texts/screens/assignmentStory';
import { usePlatformName, useViewer } from '../../viewer/viewer';
import { AssignmentActions } from './acts/AssignmentActions';
import './story.css';
import { storyOf } from './story';
import { StoryTimeline } from './StoryTimeline';
import type { Following } from './useAssignmentEvents';
import { useRate } from './useRate';

const words = storyTexts.story;
/** A sentence that counts minutes needs no second. */
const stepMs = 10_000;

interface Props {
  assignment: InspectedAssignment;
  /** The name of its channel; null: not known. */
  channel: string | null;
  following: Following;
}

/** The post with its picture, its state in sentences, the acts on it, and its timeline in one line. */
export function StoryCard({ assignment, channel, following }: Props) {
  const { profile: style } = useViewer();
  const platformName = usePlatformName();
  const { status, platform, errors, progress, removal } = assignment;
  const bytesPerSecond = useRate(progress?.bytesTransferred ?? null);
  const place = { channel, platform: platformName(platform), nowMs: useNow(stepMs), style, bytesPerSecond };
  const story = storyOf(assignment, place);
  const isFault = status === 'failed' || removal?.status === 'failed';
  return (
    <Paper component="section" aria-label={words.title} className="story" data-fault={isFault || undefined}>
      <div className="story-picture">
        <PostPicture post={assignment} size="full" />
      </div>
      <Stack gap="sm" className="breakable">
        <Group gap="xs">
          <StatusBadge status={status} />
          {!endedStatuses.includes(status) && (
            <Badge color={following === 'live' ? 'teal' : 'gray'}>{texts.following[following]}</Badge>
          )}
          {errors.map(({ code }) => (
            <Code key={code}>{code}</Code>
          ))}
        </Group>
        <Stack gap={4} {...(isFault && { role: 'alert' })}>
          <Text fz="lg" fw={600} lh={1.35} className="tabular">
            <span aria-live={isFault ? undefined : 'polite'}>{story.lead}</span>
            {story.progress}
          </Text>
          {story.notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Stack>
        <UploadBar assignment={assignment} />
        <Group gap="xs">
          <AssignmentActions assignment={assignment} mend={story.mend} />
        </Group>
      </Stack>
      <StoryTimeline assignment={assignment} />
    </Paper>
  );
}

/** The bar of an upload. Its room is kept from the beginning until the media is on the platform. */
function UploadBar({ assignment: { status, progress } }: Pick<Props, 'assignment'>) {
  if (status !== 'pending' && status !== 'uploading') return null;
  const share = progress?.bytesTotal ? (100 * progress.bytesTransferred) / progress.bytesTotal : null;
  return (
    <Box h={8} maw={480}>
      {status === 'uploading' && (
        <>
          <Progress value={share ?? 100} animated={share === null} aria-label={words.progressName} />
          <ProgressNews share={share ?? 0} />
        </>
      )}
    </Box>
  );
}
