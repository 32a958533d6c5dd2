import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { UploadField } from '../media/UploadField';
import { refusalOf, ruleWords } from './mediaRules';
import type { MediaRules } from './mediaRules';
import { withValue } from '../payload/fields';
import type { FieldOffered, Values } from '../payload/fields';

interface Props {
  field: FieldOffered;
  /** The rules for each of the files. */
  rules: MediaRules;
  values: Values;
  error: string | undefined;
  onChange: (values: Values) => void;
}

/** Several media in their order: files that are uploaded, and addresses. */
export function MediaListField({ field, rules, values, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const given = values[field.name];
  const urls = Array.isArray(given) ? given.map(String) : [];
  const set = (next: readonly string[]) => onChange(withValue(values, field.name, next, false));
  const isFull = field.maxItems !== null && urls.length >= field.maxItems;
  const add = () => {
    const url = typed.trim();
    setTyped('');
    if (url !== '' && !urls.includes(url)) set([...urls, url]);
  };
  return (
    <Paper>
      <Stack>
        <TextInput
          label={field.label}
          description={field.description}
          withAsterisk={field.required}
          placeholder="https://example.com/photo.jpg"
          type="url"
          value={typed}
          error={error}
          disabled={isFull}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
        {urls.map((url, place) => (
          <Group key={url} justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" className="breakable">
              {place + 1}. {url}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Remove ${url}`}
              onClick={() => set(urls.filter((one) => one !== url))}
            >
              Remove
            </Button>
          </Group>
        ))}
        {ruleWords(rules).map((text) => (
          <Text key={text} size="sm" c="dimmed">
            {text}
          </Text>
        ))}
        {!isFull && (
          <UploadField
            label="Add a file"
            refuse={(file) => refusalOf(file, rules)}
            onUploaded={({ mediaUrl }) => set([...urls, mediaUrl])}
          />
        )}
      </Stack>
    </Paper>
  );
}
