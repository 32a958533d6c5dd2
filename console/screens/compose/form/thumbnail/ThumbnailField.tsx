import { Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { isTypeOf, jpeg, png } from '../../../../../domain/mediaType';
import { uploadSessionOf } from '../../../../../domain/uploadSession';
import { localFile, offerUpload } from '../../../../media/keptUploads';
import type { LocalFile } from '../../../../media/keptUploads';
import { UploadField } from '../../../../media/UploadField';
import { lazyPart } from '../../../../parts/lazyPart';
import { PendingScreen } from '../../../../parts/PendingScreen';
import type { FieldOffered } from '../../../../payload/fields';
import { labelsOf } from '../../../../payload/ValueField';
import type { FieldProps } from '../../../../payload/ValueField';
import { labels } from '../../../../texts/labels';
import { texts as catalogue } from '../../../../texts/screens/compose';

const texts = catalogue.thumbnail;

/** Few thumbnails are frames. */
const FramePicker = lazyPart(async () => (await import('./FramePicker')).FramePicker);

interface Props extends FieldProps<FieldOffered> {
  /** The video of the post, if it was chosen in this page: then a frame of it can be taken. */
  video: LocalFile | undefined;
}

/** The picture that stands for a video: a file, a frame of the video, or an address. */
export function ThumbnailField(props: Props) {
  const { field, video, onChange } = props;
  const { name, ...shown } = labelsOf(props);
  const value = typeof props.value === 'string' ? props.value : '';
  const isUploaded = uploadSessionOf(value) !== null;
  const [isPicking, setPicking] = useState(false);
  const take = (mediaUrl: string) => {
    setPicking(false);
    onChange(mediaUrl);
  };
  return (
    <Input.Wrapper {...shown} labelElement="div" role="group" aria-label={field.label} data-field={name}>
      {isUploaded ? (
        <Taken
          file={localFile(value)}
          onRemove={() => {
            offerUpload(value);
            onChange(undefined);
          }}
        />
      ) : (
        <Stack gap="xs" mt="xs">
          <UploadField label={texts.choose} refuse={refusalOf} onUploaded={({ mediaUrl }) => take(mediaUrl)} />
          {video && !isPicking && (
            <Group>
              <Button size="compact-sm" variant="default" onClick={() => setPicking(true)}>
                {texts.pickFrame}
              </Button>
            </Group>
          )}
          {video && isPicking && (
            <Suspense fallback={<PendingScreen />}>
              <FramePicker video={video} onPicked={take} onClose={() => setPicking(false)} />
            </Suspense>
          )}
          {!video && (
            <Text size="xs" c="dimmed">
              {texts.noFrames}
            </Text>
          )}
          <TextInput
            label={texts.url}
            name={name}
            type="url"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value.trim())}
          />
        </Stack>
      )}
    </Input.Wrapper>
  );
}

interface TakenProps {
  /** Undefined: it was chosen before the page was loaded. */
  file: LocalFile | undefined;
  onRemove: () => void;
}

function Taken({ file, onRemove }: TakenProps) {
  return (
    <Group gap="sm" mt="xs" wrap="nowrap">
      {file && <img src={file.url} alt="" className="thumbnail" />}
      <Text size="sm" className="breakable" role="status">
        {file ? texts.taken(file.name) : texts.takenBefore}
      </Text>
      <Button size="compact-sm" variant="default" aria-label={texts.remove} onClick={onRemove}>
        {labels.remove}
      </Button>
    </Group>
  );
}

function refusalOf({ type }: { type: string }): string | null {
  return [jpeg, png].some((one) => isTypeOf(one, type)) ? null : texts.wrongType;
}
