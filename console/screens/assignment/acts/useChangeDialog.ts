import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { announce } from '../../../parts/announce';

interface Change<Given> {
  send: (given: Given) => Promise<unknown>;
  /** The words that announce its success. */
  done: (given: Given) => string;
  onDone: () => void;
}

interface ChangeDialog<Given> {
  isOpen: boolean;
  /** Opens the dialog, without the refusal of an earlier change. */
  begin: () => void;
  /** Closes the dialog, unless the change is under way: a refusal is read in the dialog, beside the entered values. */
  leave: () => void;
  change: UseMutationResult<unknown, Error, Given>;
}

/** A dialog that makes one change of a post, and closes when the change is made. */
export function useChangeDialog<Given = void>({ send, done, onDone }: Change<Given>): ChangeDialog<Given> {
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useMutation({
    mutationFn: send,
    onSuccess: (_answer, given) => {
      announce(done(given));
      close();
      onDone();
    },
  });
  const begin = () => {
    change.reset();
    open();
  };
  const leave = () => {
    if (!change.isPending) close();
  };
  return { isOpen, begin, leave, change };
}
