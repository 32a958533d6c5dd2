import { Badge, Group, Table, Text } from '@mantine/core';
import { texts } from '../texts/parts';

interface Props {
  name: string;
  /** Null: it is not a person, but their programs. */
  email: string | null;
  isSelf?: boolean;
}

/** Whom a row of a table is about. */
export function PersonCell({ name, email, isSelf = false }: Props) {
  return (
    <Table.Td maw={240}>
      <Group gap="xs">
        <Text size="sm" fw={500} className="breakable">
          {name}
        </Text>
        {isSelf && <Badge color="gray">{texts.self}</Badge>}
      </Group>
      {email !== null && (
        <Text size="xs" c="dimmed" className="breakable">
          {email}
        </Text>
      )}
    </Table.Td>
  );
}
