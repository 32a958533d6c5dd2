import { Alert, List, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { RelativeTime } from '../../parts/RelativeTime';
import { useFieldLabel } from '../../payload/labels';
import { failureWords } from '../../words/failures';

/** Problems of this post beside its state: a failed preparation, missing extras, a failed clean-up. */
export function Notices({ assignment }: { assignment: InspectedAssignment }) {
  const { platform, preparation, warnings, cleanup } = assignment;
  const labelOf = useFieldLabel(platform);
  const wanting = Object.entries(warnings).flatMap(([field, reasons]) => reasons.map((reason) => ({ field, reason })));
  return (
    <>
      {preparation && (
        <Notice title="It could not be prepared yet">
          <Text size="sm">
            {preparation.message} {failureWords(preparation.code).actor} It is tried again until its time has come; the
            last try was <RelativeTime at={preparation.at} />.
          </Text>
        </Notice>
      )}
      {wanting.length > 0 && (
        <Notice title="The post lacks something">
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
        <Notice title="Something was left at the platform">
          <Text size="sm">
            What was half made there could not be removed. Look at the channel, and remove it there.
          </Text>
        </Notice>
      )}
    </>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="yellow" variant="outline" icon={<TriangleAlert aria-hidden />} title={title}>
      {children}
    </Alert>
  );
}
