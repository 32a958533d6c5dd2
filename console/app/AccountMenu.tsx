import { Text, useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronDown, CircleUser, LogOut, UserCog } from 'lucide-react';
import { MenuButton } from '../parts/menu/MenuButton';
import { logOut } from '../session/session';
import { labels } from '../texts/labels';
import { texts } from '../texts/app';
import { useViewer } from '../viewer/viewer';

const schemes: readonly { scheme: MantineColorScheme; label: string }[] = [
  { scheme: 'light', label: texts.themeLight },
  { scheme: 'dark', label: texts.themeDark },
  { scheme: 'auto', label: texts.themeSystem },
];

/** The menu of the person, apart from any organization. */
export function AccountMenu() {
  const { profile } = useViewer();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <MenuButton
      position="bottom-end"
      width={220}
      button={{
        className: 'account',
        variant: 'subtle',
        color: 'gray',
        c: 'var(--mantine-color-text)',
        'aria-label': texts.account(profile.name),
        leftSection: <CircleUser aria-hidden size={20} />,
        rightSection: <ChevronDown aria-hidden size={14} />,
        px: 'xs',
      }}
      sections={[
        {
          entries: [
            {
              key: 'profile',
              label: texts.profile,
              icon: <UserCog aria-hidden size={16} />,
              run: () => void navigate({ to: '/profile' }),
            },
          ],
        },
        {
          title: texts.theme,
          entries: schemes.map(({ scheme, label }) => ({
            key: scheme,
            label,
            mark: colorScheme === scheme && <Check aria-label={texts.selected} size={16} />,
            run: () => setColorScheme(scheme),
            isStaying: true,
          })),
        },
        { entries: [{ key: 'leave', label: labels.logOut, icon: <LogOut aria-hidden size={16} />, run: logOut }] },
      ]}
    >
      <Text span inherit truncate maw={140} visibleFrom="sm">
        {profile.name}
      </Text>
    </MenuButton>
  );
}
