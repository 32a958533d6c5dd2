import { Alert, List, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { useFieldLabel } from '../../payload/labels';
import { texts } from '../../texts/screens/assignment';

/** Notices of a post beside its state: missing extras, and a failed clean-up. */
export function Notices({ assignment }: { assignment: InspectedAssignment }) {
  const { platform, warnings, cleanup } = assignment;
  const labelOf = useFieldLabel(platform);
  const wanting = Object.entries(warnings).flatMap(([field, reasons]) => reasons.map((reason) => ({ field, reason })));
  return (
    <>
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

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="yellow" variant="outline" icon={<TriangleAlert aria-hidden />} title={title}>
      {children}
    </Alert>
  );
}
