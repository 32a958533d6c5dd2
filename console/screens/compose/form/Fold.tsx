import { Box, Text, Title, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface Props {
  /** Of the form, by which `focusField` finds it. */
  place: string;
  /** The name of the part. */
  name: string;
  /** Before the name. */
  mark?: ReactNode;
  /** Behind the name. */
  detail?: string;
  /** Stands at the end of the line: how much of the part is set. */
  note: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A part of the form that is drawn when it is opened. */
export function Fold({ place, name, mark, detail, note, isOpen, onToggle, children }: Props) {
  const id = useId();
  return (
    <Box component="section" aria-label={name} className="fold" data-place={place}>
      <Title order={2} size="sm">
        <UnstyledButton
          className="fold-control"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onToggle(!isOpen)}
        >
          <span className="breakable">
            {mark}
            <Text span size="sm" fw={600}>
              {name}
            </Text>{' '}
            {detail !== undefined && (
              <Text span size="sm" c="dimmed" lineClamp={1}>
                {detail}
              </Text>
            )}
          </span>{' '}
          <span>
            <Text span size="sm" c="dimmed" className="tabular" style={{ whiteSpace: 'nowrap' }}>
              {note}
            </Text>
            <ChevronDown aria-hidden size={16} className="fold-arrow" />
          </span>
        </UnstyledButton>
      </Title>
      {isOpen && (
        <Box id={id} p="md" pt="xs">
          {children}
        </Box>
      )}
    </Box>
  );
}
