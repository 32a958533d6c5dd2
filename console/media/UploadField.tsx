import { Button, FileButton, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { FaultAlert } from '../parts/FaultAlert';
import { ProgressNews } from '../parts/ProgressNews';
import { texts } from '../texts/media';
import { bytes } from '../texts/amounts';
import { formatIn } from './formatIn';
import { unfinishedKey, UnfinishedUploads } from './UnfinishedUploads';
import { uploadFile } from './uploadFile';
import type { UploadedFile } from './uploadFile';

interface Props {
  label: string;
  /** Why a file of this media type and size cannot be taken; null: it can. */
  refuse?: (file: { type: string; size: number }) => string | null;
  onUploaded: (file: UploadedFile) => void;
}

/** Takes a file by a button or by dragging, and uploads it at once. */
export function UploadField({ label, refuse = () => null, onUploaded }: Props) {
  const queries = useQueryClient();
  const [sent, setSent] = useState({ bytes: 0, total: 0 });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const leaving = useRef<AbortController>(null);
  // Other forms show the unfinished uploads, too.
  const readUnfinishedAnew = async () => queries.invalidateQueries({ queryKey: unfinishedKey });
  const upload = useMutation({
    mutationFn: async (file: File) => {
      leaving.current = new AbortController();
      setSent({ bytes: 0, total: file.size });
      const onProgress = (done: number) => setSent({ bytes: done, total: file.size });
      return uploadFile(file, {
        signal: leaving.current.signal,
        onProgress,
        onOpened: () => void readUnfinishedAnew(),
      });
    },
    onSuccess: onUploaded,
    onSettled: readUnfinishedAnew,
  });
  useEffect(() => () => leaving.current?.abort(), []);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    const reason = await formatIn(file).then((type) => refuse({ type, size: file.size }), unreadable);
    setRefusal(reason);
    if (reason === null) upload.mutate(file);
  };
  // A browser does not report a choice of the same file twice in a row.
  const resetInput = useRef<() => void>(null);
  const choose = (file: File | null) => {
    resetInput.current?.();
    void take(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!upload.isPending) void take(event.dataTransfer.files[0]);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Paper
      p="sm"
      onDrop={drop}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      style={{ borderStyle: 'dashed' }}
      {...(isOver && { bg: 'var(--mantine-color-default-hover)' })}
    >
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm">{texts.drop}</Text>
          <FileButton onChange={choose} resetRef={resetInput}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                leftSection={<CloudUpload aria-hidden size={16} />}
                loading={upload.isPending}
              >
                {label}
              </Button>
            )}
          </FileButton>
        </Group>
        {upload.isPending ? (
          <Sending sent={sent} onStop={() => leaving.current?.abort()} />
        ) : (
          <UnfinishedUploads onTake={onUploaded} />
        )}
        {refusal !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {refusal}
          </Text>
        )}
        {upload.isError && !isStopped(upload.error) && (
          <FaultAlert error={upload.error} onRetry={() => void take(upload.variables)} />
        )}
      </Stack>
    </Paper>
  );
}

function Sending({ sent, onStop }: { sent: { bytes: number; total: number }; onStop: () => void }) {
  const share = sent.total === 0 ? 0 : (100 * sent.bytes) / sent.total;
  return (
    <>
      <Progress value={share} aria-label={texts.progress} />
      <ProgressNews share={share} />
      <Group justify="space-between">
        <Text size="sm" className="tabular">
          {texts.sent(bytes(sent.bytes), bytes(sent.total))}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={onStop}>
          {texts.stop}
        </Button>
      </Group>
    </>
  );
}

function unreadable(): string {
  return texts.unreadable;
}

function isStopped(error: Error): boolean {
  return error.name === 'AbortError';
}
