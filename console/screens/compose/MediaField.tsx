import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { offerUpload } from '../../media/keptUploads';
import { UploadField } from '../../media/UploadField';
import type { TypeOffered } from '../../payload/fields';
import type { Draft } from './draft';
import { commonRules, refusalOf, ruleWords } from './mediaRules';

interface Props {
  /** The types that take the media, one of each platform. */
  offered: readonly TypeOffered[];
  draft: Draft;
  error: string | undefined;
  onChange: (draft: Draft) => void;
}

/** The media of a post: a file that is uploaded, or the address of one. All channels get the same. */
export function MediaField({ offered, draft, error, onChange }: Props) {
  const { mediaUrl, fileName } = draft;
  const rules = commonRules(offered);
  const limits = ruleWords(rules);
  return (
    <Paper>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          Media
        </Text>
        {(limits.length > 0 ? limits : ['No file fits all of these types. Send two posts instead.']).map((text) => (
          <Text key={text} size="sm" c="dimmed">
            {text}
          </Text>
        ))}
        {fileName === null ? (
          <>
            <UploadField
              label="Choose a file"
              refuse={(file) => refusalOf(file, rules)}
              onUploaded={(file) => onChange({ ...draft, mediaUrl: file.mediaUrl, fileName: file.name })}
            />
            <TextInput
              label="Or its address"
              description="Public, read when it is published"
              type="url"
              placeholder="https://example.com/film.mp4"
              value={mediaUrl}
              error={mediaUrl === '' ? undefined : error}
              onChange={(event) => onChange({ ...draft, mediaUrl: event.currentTarget.value.trim() })}
            />
          </>
        ) : (
          <Group justify="space-between">
            <Group gap="xs" className="breakable">
              <CircleCheck aria-hidden size={18} color="var(--mantine-color-teal-filled)" />
              <Text size="sm" role="status" className="breakable">
                {fileName} is uploaded
              </Text>
            </Group>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                offerUpload(mediaUrl);
                onChange({ ...draft, mediaUrl: '', fileName: null });
              }}
            >
              Take another
            </Button>
          </Group>
        )}
        {fileName !== null && error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
