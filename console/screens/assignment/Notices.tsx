import { Alert, List, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { RelativeTime } from '../../parts/RelativeTime';
import { useFieldLabel } from '../../payload/labels';
import { texts } from '../../texts/screens/assignment';
import { failureWords } from '../../words/failures';

/** Problems of this post beside its state: a failed preparation, missing extras, a failed clean-up. */
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
    <Notice title={words.removal[status][mode]}>
      <Text size="sm">
        {error && `${error.message} ${failureWords(error.code).actor} ${words.removalRetry} `}
        {endedAt === null ? words.removalAsked : words.removalEnded} <RelativeTime at={endedAt ?? requestedAt} />.
      </Text>
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="yellow" variant="outline" icon={<TriangleAlert aria-hidden />} title={title}>
      {children}
    </Alert>
  );
}
