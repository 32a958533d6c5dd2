import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { InspectedAssignment } from '../../../../api/assignments/consoleSchema';
import { isInPlace } from '../../../../domain/assignment/allows';
import { publishedUpdateCredits } from '../../../../domain/credits';
import { ApiFault } from '../../../http/ApiFault';
import { changesOf } from '../../../parts/changesOf';
import { FaultAlert } from '../../../parts/FaultAlert';
import { LockNotice } from '../../../parts/LockNotice';
import { PendingScreen } from '../../../parts/PendingScreen';
import { CapabilitiesFault } from '../../../payload/CapabilitiesFault';
import { faultsIn } from '../../../payload/faults';
import { capabilitiesQuery } from '../../../payload/fields';
import type { FieldOffered, Values } from '../../../payload/fields';
import { PayloadFields } from '../../../payload/PayloadFields';
import type { Changes } from '../../../resources/assignments/changes';
import { texts } from '../../../texts/screens/assignment';
import { labels } from '../../../texts/labels';

interface Props {
  assignment: InspectedAssignment;
  /** Why it cannot be saved now; null: it can. */
  lock: string | null;
  save: UseMutationResult<unknown, Error, Changes>;
  onClose: () => void;
}

/** The fields of the post, as the capabilities of its type describe them. */
export function EditForm({ assignment, lock, save, onClose }: Props) {
  const { connectionId, platform, type, status, payload } = assignment;
  // Only the fields that this person changed are sent: others may change the rest meanwhile.
  const [before] = useState<Values>(payload);
  const { data, error, refetch } = useQuery(capabilitiesQuery(platform));
  const [values, setValues] = useState<Values>(before);
  const isPublished = isInPlace('update', { status });
  if (!data) {
    if (!error) return <PendingScreen />;
    return <CapabilitiesFault platform={platform} error={error} onRetry={() => void refetch()} />;
  }
  const all = data.contentTypes.find(({ slug }) => slug === type)?.payloadFields ?? [];
  const isEarly = isInPlace('editMedia', { status });
  const isOpen = ({ editableAfterPublish, fixedWithUpload }: FieldOffered) =>
    isPublished ? editableAfterPublish : isEarly || !fixedWithUpload;
  const fields = all.filter(isOpen);
  const faults = faultsIn(fields, values);
  const refused = save.error instanceof ApiFault ? save.error.fieldErrors : {};
  const errors = Object.fromEntries(
    fields.map(({ name }) => [name, faults[name]?.join('; ') ?? refused[`payload.${name}`]]),
  );
  return (
    <Stack>
      {isPublished && (
        <Alert color="blue" variant="outline">
          {texts.editPublished(publishedUpdateCredits)}
        </Alert>
      )}
      <PayloadFields
        fields={fields}
        values={values}
        errors={errors}
        channelIds={[connectionId]}
        keepsEmpty
        onChange={setValues}
      />
      <LockNotice reason={lock} />
      {save.isError && <FaultAlert error={save.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {labels.cancel}
        </Button>
        <Button
          loading={save.isPending}
          disabled={lock !== null || Object.keys(faults).length > 0}
          onClick={() =>
            save.mutate({ payload: changesOf(before, values), ...(isPublished && { updatePublished: true }) })
          }
        >
          {labels.save}
        </Button>
      </Group>
    </Stack>
  );
}
