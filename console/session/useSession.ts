import { useSyncExternalStore } from 'react';
import { currentSession, subscribe } from './session';
import type { SessionState } from './session';

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, currentSession);
}
