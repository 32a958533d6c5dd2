import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { onLogOut } from '../../session/session';

export { notifications };

/** Shows the notices of `parts/announce.ts`, until the user logs out. */
export function Notices() {
  useEffect(() => onLogOut(() => notifications.clean()), []);
  return <Notifications position="bottom-right" />;
}
