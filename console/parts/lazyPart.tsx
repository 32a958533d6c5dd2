import { CatchBoundary } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { FaultAlert } from './FaultAlert';
import { loadPart } from './loadPart';

/**
 * A part that is loaded when it is first shown. Where that fails, the part alone says so, and the screen around it stays
 * with all that was typed. Unlike `lazy` alone it can be tried again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const begin = () => lazy(async () => ({ default: await loadPart(load) }));
  let latest = begin();
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => latest);
    // A failed import stays failed: the next try needs another one.
    const renew = () => {
      latest = begin();
      setPart(() => latest);
    };
    return (
      <CatchBoundary getResetKey={() => 'part'} errorComponent={PartFault} onCatch={renew}>
        <Part {...props} />
      </CatchBoundary>
    );
  };
}

function PartFault({ error, reset }: ErrorComponentProps) {
  return <FaultAlert error={error} onRetry={reset} />;
}
