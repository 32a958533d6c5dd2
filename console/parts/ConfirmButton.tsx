import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Confirmed } from './ConfirmDialog';
import { lazyPart } from './lazyPart';

const ConfirmDialog = lazyPart(async () => (await import('./ConfirmDialog')).ConfirmDialog);

interface Props extends ButtonProps, Confirmed {
  /** The name of the button where there are several such buttons, for example in each row. */
  name?: string;
}

/** A button for an act that cannot be undone: it asks first, and states the effect. */
export function ConfirmButton({ label, name, warning, lock = null, run, onDone, ...look }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [timesAsked, setTimesAsked] = useState(0);
  const ask = () => {
    setTimesAsked((before) => before + 1);
    setOpen(true);
  };
  if (lock !== null && !isOpen) return null;
  return (
    <>
      <Button variant="default" aria-label={name ?? label} onClick={ask} {...look}>
        {label}
      </Button>
      {timesAsked > 0 && (
        <Suspense fallback={null}>
          <ConfirmDialog
            key={timesAsked}
            {...{ label, warning, lock, run, isOpen }}
            {...(onDone && { onDone })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
