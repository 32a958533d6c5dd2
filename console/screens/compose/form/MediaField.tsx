import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { offerUpload } from '../../../media/keptUploads';
import { UploadField } from '../../../media/UploadField';
import { Missing } from '../../../payload/Missing';
import type { TypeOffered } from '../../../payload/fields';
import { texts as catalogue } from '../../../texts/screens/compose';
import type { Draft } from '../draft';
import { commonRules, refusalOf, ruleWords } from '../mediaRules';

const texts = catalogue.media;

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
    <Paper p="sm" data-place="media">
      <Stack gap={6}>
        <Group gap="xs" align="baseline">
          <Text size="sm" fw={600}>
            {texts.title}
          </Text>
          {mediaUrl === '' && (
            <Text span size="xs">
              <Missing />
            </Text>
          )}
          {(limits.length > 0 ? limits : [texts.noneFits]).map((text) => (
            <Text key={text} size="xs" c="dimmed">
              {text}
            </Text>
          ))}
        </Group>
        {fileName === null ? (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
            <UploadField
              label={texts.choose}
              refuse={(file) => refusalOf(file, rules)}
              onUploaded={(file) => onChange({ ...draft, mediaUrl: file.mediaUrl, fileName: file.name })}
            />
            <TextInput
              label={texts.url}
              description={texts.urlHint}
              type="url"
              placeholder={texts.urlExample}
              value={mediaUrl}
              error={mediaUrl === '' ? undefined : error}
              onChange={(event) => onChange({ ...draft, mediaUrl: event.currentTarget.value.trim() })}
            />
          </SimpleGrid>
        ) : (
          <Group key="uploaded" justify="space-between">
            <Group gap="xs" className="breakable">
              <CircleCheck aria-hidden size={18} color="var(--mantine-color-teal-filled)" />
              <Text size="sm" role="status" className="breakable">
                {texts.uploaded(fileName)}
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
              {texts.replace}
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
