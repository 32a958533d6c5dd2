import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { localFile, offerUpload } from '../../../media/keptUploads';
import { unfinishedKey } from '../../../media/UnfinishedUploads';
import { UploadField } from '../../../media/UploadField';
import { Missing } from '../../../payload/Missing';
import { withValue } from '../../../payload/fields';
import type { FieldOffered, Values } from '../../../payload/fields';
import { labels } from '../../../texts/labels';
import { texts as catalogue } from '../../../texts/screens/compose';
import { refusalOf, ruleWords } from '../mediaRules';
import type { MediaRules } from '../mediaRules';

const texts = catalogue.media;

interface Props {
  field: FieldOffered;
  /** The rules for each of the files. */
  rules: MediaRules;
  values: Values;
  /** The names of the lists that have something for each of the files, by its place. */
  companions: readonly string[];
  error: string | undefined;
  /** Of the form, by which `focusField` finds it. */
  place: string;
  onChange: (values: Values) => void;
}

/** Several media in their order: files that are uploaded, and addresses. */
export function MediaListField({ field, rules, values, companions, error, place, onChange }: Props) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const given = values[field.name];
  const urls = Array.isArray(given) ? given.map(String) : [];
  const set = (next: readonly string[]) => onChange(withValue(values, field.name, next, false));
  const isFull = field.maxItems !== null && urls.length >= field.maxItems;
  const drop = (url: string) => {
    offerUpload(url);
    void queries.invalidateQueries({ queryKey: unfinishedKey });
    const at = urls.indexOf(url);
    onChange([field.name, ...companions].reduce((changed, name) => withoutPlace(changed, name, at), values));
  };
  const add = () => {
    const url = typed.trim();
    setTyped('');
    if (url !== '' && !urls.includes(url)) set([...urls, url]);
  };
  return (
    <Paper p="sm" data-place={place}>
      <Stack gap="xs">
        <TextInput
          label={field.label}
          name={field.name}
          description={urls.length === 0 ? <Missing>{field.description}</Missing> : field.description}
          withAsterisk={field.required}
          placeholder={texts.photoUrlExample}
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
        {urls.map((url, at) => (
          <Chosen key={url} url={url} place={at} onRemove={() => drop(url)} />
        ))}
        {ruleWords(rules).map((text) => (
          <Text key={text} size="sm" c="dimmed">
            {text}
          </Text>
        ))}
        {!isFull && (
          <UploadField
            label={texts.add}
            refuse={(file) => refusalOf(file, rules)}
            onUploaded={({ mediaUrl }) => set([...urls, mediaUrl])}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** The values without what a list has at a place. */
function withoutPlace(values: Values, name: string, place: number): Values {
  const list = values[name];
  if (!Array.isArray(list)) return values;
  return withValue(
    values,
    name,
    list.filter((_one, at) => at !== place),
    false,
  );
}

interface ChosenProps {
  url: string;
  /** From 0. */
  place: number;
  onRemove: () => void;
}

/** A medium of the list, by the name of its file as long as this page knows it. */
function Chosen({ url, place, onRemove }: ChosenProps) {
  const name = localFile(url)?.name ?? url;
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm" className="breakable">
        {place + 1}. {name}
      </Text>
      <Button size="compact-sm" variant="default" aria-label={texts.removeName(name)} onClick={onRemove}>
        {labels.remove}
      </Button>
    </Group>
  );
}
