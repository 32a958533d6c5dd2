import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { FaultAlert } from '../../parts/FaultAlert';
import { PendingScreen } from '../../parts/PendingScreen';
import { texts } from '../../texts/screens/compose';
import { draftFrom, originQuery } from './fromAssignment';
import { draftPlace, isDraftBegun, keepDraft } from './keptDraft';

/**
 * Puts the content of another post into the form, and goes to the form. The form holds one post: before a draft with
 * content is replaced, the user is asked.
 */
export function BeginFrom({ assignmentId }: { assignmentId: string }) {
  const navigate = useNavigate();
  const { data: origin, error, refetch } = useQuery(originQuery(assignmentId));
  const [isWanted, setWanted] = useState(() => !isDraftBegun());
  // The link has been followed: a reload does not fill the form once more.
  const toForm = useCallback(() => void navigate({ to: '/compose', search: {}, replace: true }), [navigate]);
  useEffect(() => {
    if (!origin || !isWanted) return;
    keepDraft(draftPlace(), draftFrom(origin));
    toForm();
  }, [origin, isWanted, toForm]);
  if (!origin && error) return <FaultAlert error={error} onRetry={() => void refetch()} />;
  if (!origin || isWanted) return <PendingScreen />;
  return (
    <Alert color="yellow" variant="outline" icon={<TriangleAlert aria-hidden />} title={texts.otherDraftTitle}>
      <Stack gap="sm">
        <Text size="sm">{texts.otherDraftWarning}</Text>
        <Group gap="xs">
          <Button variant="default" onClick={toForm}>
            {texts.keepOtherDraft}
          </Button>
          <Button color="red" onClick={() => setWanted(true)}>
            {texts.discardOtherDraft}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
