import { useState } from 'react';

interface State {
  text: string;
  /** The choice of the address that the field knows. */
  known: string;
  /** The choice that was sent from here and that the address has not yet had; null: none. */
  sent: string | null;
}

interface Typed {
  text: string;
  /** The last choice, which the address has or will have. */
  chosen: string;
  type: (text: string) => void;
  /** Notes that this is chosen: the address will have it. */
  send: (choice: string) => void;
}

/** The text that is typed in a field. It follows the address: going back brings back the choice of then. */
export function useTyped(address: string): Typed {
  const [{ text, known, sent }, setState] = useState<State>({ text: address, known: address, sent: null });
  // Its own choice comes back while the typing may go on.
  if (known !== address) setState({ text: address === sent ? text : address, known: address, sent: null });
  return {
    text,
    chosen: sent ?? address,
    type: (next) => setState((before) => ({ ...before, text: next })),
    send: (choice) => setState((before) => ({ ...before, sent: choice })),
  };
}
