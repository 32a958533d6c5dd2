import { Suspense, useState } from 'react';
import { lazyPart } from '../parts/lazyPart';
import { currentSession } from '../session/session';
import { useSession } from '../session/useSession';

const ExpiredDialog = lazyPart(async () => (await import('./ExpiredDialog')).ExpiredDialog);

/**
 * Every open dialog listens to Escape at the window, and the palette to its keys, also below another dialog. This
 * listener comes first there. So while the session is over, no dialog and no palette hears a key for the page.
 */
window.addEventListener(
  'keydown',
  (event) => {
    const isForPage = event.key === 'Escape' || event.ctrlKey || event.metaKey;
    if (isForPage && currentSession().status === 'expired') event.stopImmediatePropagation();
  },
  { capture: true },
);

/** The dialog over the screen from the end of the session on. @param onReturn is called when the session goes on */
export function Expired({ onReturn }: { onReturn: () => void }) {
  const isExpired = useSession().status === 'expired';
  const [hasExpired, setExpired] = useState(isExpired);
  if (isExpired && !hasExpired) setExpired(true);
  if (!hasExpired) return null;
  return (
    <div className="expired">
      <Suspense fallback={null}>
        <ExpiredDialog onReturn={onReturn} />
      </Suspense>
    </div>
  );
}
