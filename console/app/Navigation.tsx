import { InPieces } from '../parts/Later';
import { NavigationLink } from '../parts/links';
import type { MenuEntry } from '../routing/description';
import { useViewer } from '../viewer/viewer';
import { screens } from './screens';

/** The screens on which this person may do something. */
export function usePlaces() {
  const viewer = useViewer();
  return screens.flatMap((screen) => {
    if (!('entry' in screen)) return [];
    const { label, Icon, gate }: MenuEntry = screen.entry;
    return (gate?.(viewer) ?? true) ? [{ to: screen.route.to, label, Icon }] : [];
  });
}

/** The way to every screen. @param onGo is called when one is chosen */
export function Navigation({ onGo }: { onGo: () => void }) {
  const links = usePlaces().map(({ to, label, Icon }) => (
    <NavigationLink
      key={to}
      to={to}
      label={label}
      onClick={onGo}
      leftSection={<Icon aria-hidden size={18} />}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ active: true }}
    />
  ));
  return <InPieces>{links}</InPieces>;
}
