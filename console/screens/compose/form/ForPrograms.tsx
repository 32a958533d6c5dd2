import { Checkbox, Stack, TextInput } from '@mantine/core';
import { texts } from '../../../texts/screens/compose';
import type { Draft } from '../draft';

interface Props {
  draft: Draft;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (draft: Draft) => void;
}

/** The fields that only programs need. */
export function ForPrograms({ draft, errors, onChange }: Props) {
  return (
    <Stack>
      <TextInput
        label={texts.webhookUrl}
        name="callbackUrl"
        description={texts.webhookUrlHint}
        type="url"
        value={draft.callbackUrl}
        error={errors['callbackUrl']}
        onChange={(event) => onChange({ ...draft, callbackUrl: event.currentTarget.value })}
      />
      <Checkbox
        label={texts.webhookOfPost}
        checked={draft.hearsOfPost}
        disabled={draft.callbackUrl === ''}
        onChange={(event) => onChange({ ...draft, hearsOfPost: event.currentTarget.checked })}
      />
      <TextInput
        label={texts.externalId}
        name="externalId"
        description={texts.externalIdHint}
        value={draft.externalId}
        error={errors['externalId']}
        onChange={(event) => onChange({ ...draft, externalId: event.currentTarget.value })}
      />
    </Stack>
  );
}
