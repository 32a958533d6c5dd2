import { Alert, List, Text } from '@mantine/core';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { RelativeTime } from '../../parts/RelativeTime';
import { useFieldLabel } from '../../payload/labels';
import { texts } from '../../texts/screens/assignment';
import { failureWords } from '../../words/failures';

/** Notices of a post beside its state: a failed preparation, its removal, missing extras, a failed clean-up. */
export function Notices({ assignment }: { assignment: InspectedAssignment }) {
  const { platform, preparation, warnings, cleanup, removal } = assignment;
  const labelOf = useFieldLabel(platform);
  const wanting = Object.entries(warnings).flatMap(([field, reasons]) => reasons.map((reason) => ({ field, reason })));
  return (
    <>
      {preparation && (
        <Notice title={texts.notices.unprepared}>
          <Text size="sm">
            {preparation.message} {failureWords(preparation.code).actor} {texts.notices.preparationRetried}{' '}
            <RelativeTime at={preparation.at} />.
          </Text>
        </Notice>
      )}
      {removal && <RemovalNotice removal={removal} />}
      {wanting.length > 0 && (
        <Notice title={texts.notices.incomplete}>
          <List size="sm">
            {wanting.map(({ field, reason }) => (
              <List.Item key={`${field} ${reason}`}>
                {labelOf(field)}: {reason}
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
      {cleanup === 'failed' && (
        <Notice title={texts.notices.leftOver}>
          <Text size="sm">{texts.notices.leftOverAdvice}</Text>
        </Notice>
      )}
    </>
  );
}

/** How far the removal of the public post is. */
function RemovalNotice({ removal }: { removal: NonNullable<InspectedAssignment['removal']> }) {
  const { mode, status, requestedAt, endedAt, error } = removal;
  const words = texts.notices;
  return (
    <Notice title={words.removal[status][mode]} isFault={status === 'failed'}>
      <Text size="sm">
        {error && `${error.message} ${failureWords(error.code).actor} ${words.removalRetry} `}
        {words.removalSince[status]} <RelativeTime at={endedAt ?? requestedAt} />.
      </Text>
    </Notice>
  );
}

function Notice({ title, children, isFault = true }: { title: string; children: ReactNode; isFault?: boolean }) {
  const Icon = isFault ? TriangleAlert : Info;
  return (
    <Alert color={isFault ? 'yellow' : 'gray'} variant="outline" icon={<Icon aria-hidden />} title={title}>
      {children}
    </Alert>
  );
}
