import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { texts } from '../texts/parts';

/** A value for programs, with a button that copies it. @param shown instead of the value, where that is secret or long */
export function CopyValue({ value, name, shown = value }: { value: string; name: string; shown?: string }) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Code className="breakable">{shown}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? texts.copied : texts.copy(name)}>
            <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={texts.copy(name)}>
              {copied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
