import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { LocalFile } from '../../../../media/keptUploads';
import { uploadFile } from '../../../../media/uploadFile';
import { FaultAlert } from '../../../../parts/FaultAlert';
import { labels } from '../../../../texts/labels';
import { texts as catalogue } from '../../../../texts/screens/compose';
import { filmLength } from '../../../../words/time';
import { frameOf } from './frameOf';

const texts = catalogue.thumbnail;
/** In seconds: about two frames. */
const step = 0.1;

interface Props {
  video: LocalFile;
  /** @param mediaUrl the address of the frame, which has been uploaded */
  onPicked: (mediaUrl: string) => void;
  onClose: () => void;
}

/** A frame of a video that was chosen in this page, by its time. It is drawn in the browser, and uploaded as a picture. */
export function FramePicker({ video, onPicked, onClose }: Props) {
  const id = useId();
  const player = useRef<HTMLVideoElement>(null);
  const leaving = useRef<AbortController>(null);
  const [seconds, setSeconds] = useState(0);
  const [length, setLength] = useState<number | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const upload = useMutation({
    mutationFn: async (element: HTMLVideoElement) => {
      leaving.current = new AbortController();
      const frame = await frameOf(element, texts.frameName(filmLength(element.currentTime).replaceAll(':', '-')));
      const { signal } = leaving.current;
      return uploadFile(frame, { signal, onProgress: () => undefined, onOpened: () => undefined });
    },
    onSuccess: ({ mediaUrl }) => onPicked(mediaUrl),
  });
  useEffect(() => () => leaving.current?.abort(), []);
  if (isUnreadable)
    return (
      <Text size="sm" role="alert">
        {texts.unreadable}
      </Text>
    );
  return (
    <Stack gap="xs">
      {/* The time below says which frame it shows. The preview plays the film. */}
      <video
        ref={player}
        className="frame"
        src={video.url}
        muted
        playsInline
        preload="auto"
        aria-hidden
        tabIndex={-1}
        onLoadedMetadata={({ currentTarget: { duration } }) => setLength(Number.isFinite(duration) ? duration : 0)}
        onError={() => setUnreadable(true)}
      />
      <label htmlFor={id}>
        <Text span size="sm" fw={600} className="tabular">
          {texts.frameAt} {filmLength(seconds)}
        </Text>
      </label>
      <input
        id={id}
        type="range"
        className="frame-time"
        min={0}
        max={length ?? 0}
        step={step}
        value={seconds}
        aria-valuetext={texts.seconds(seconds.toFixed(1))}
        disabled={length === null}
        onInput={({ currentTarget }) => {
          setSeconds(Number(currentTarget.value));
          if (player.current) player.current.currentTime = Number(currentTarget.value);
        }}
      />
      {upload.isError && <FaultAlert error={upload.error} />}
      <Group gap="xs">
        <Button
          size="compact-sm"
          disabled={length === null}
          loading={upload.isPending}
          onClick={() => player.current && upload.mutate(player.current)}
        >
          {texts.takeFrame}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {labels.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
