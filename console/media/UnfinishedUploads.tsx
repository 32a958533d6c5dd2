import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UploadSession } from '../../api/uploadSessions/schema';
import { keyOf } from '../http/client';
import { ConfirmButton } from '../parts/ConfirmButton';
import { labels } from '../texts/labels';
import { texts } from '../texts/media';
import { bytes } from '../texts/amounts';
import { uploadsPlace } from './keptUploads';
import { readUnfinished, removeUpload, takenFrom } from './uploadFile';
import type { UploadedFile } from './uploadFile';

/** The beginning of the key of the query that reads them. */
export const unfinishedKey = keyOf('getUploadSession');

/** Uploads that were begun before, such as before a reload: the progress of each, and a way to go on. */
export function UnfinishedUploads({ onTake }: { onTake: (file: UploadedFile) => void }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [...unfinishedKey, uploadsPlace()],
    queryFn: async ({ signal }) => readUnfinished(signal),
    staleTime: 0,
  });
  const again = async () => queries.invalidateQueries({ queryKey: unfinishedKey });
  const take = (session: UploadSession) => {
    onTake(takenFrom(session));
    void again();
  };
  return (data ?? []).map((session) => (
    <Stack key={session.id} gap={4} component="section" aria-label={texts.upload(session.fileName)}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" className="breakable tabular">
          {session.status === 'complete'
            ? texts.uploaded(session.fileName)
            : texts.unfinished(session.fileName, bytes(session.bytesReceived), bytes(session.mediaSizeBytes))}
        </Text>
        <Group gap="xs">
          {session.status === 'complete' && (
            <Button size="compact-sm" variant="default" onClick={() => take(session)}>
              {texts.use}
            </Button>
          )}
          <ConfirmButton
            size="compact-sm"
            variant="subtle"
            label={labels.remove}
            name={texts.removeNamed(session.fileName)}
            warning={texts.removeWarning(session.fileName, bytes(session.bytesReceived))}
            run={async () => removeUpload(session.id)}
            onDone={() => void again()}
          />
        </Group>
      </Group>
      {session.status !== 'complete' && (
        <Progress
          value={(100 * session.bytesReceived) / session.mediaSizeBytes}
          aria-label={texts.progressOf(session.fileName)}
        />
      )}
    </Stack>
  ));
}
