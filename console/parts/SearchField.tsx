import { CloseButton, TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';

const typingMs = 300;

interface Props extends Pick<TextInputProps, 'placeholder' | 'w' | 'maw'> {
  /** The words that are searched for, by the address. */
  searched: string;
  /** @param isRefined true: the words follow others, so a pause in the typing is no step of the browser's history */
  onSearch: (words: string, isRefined: boolean) => void;
}

interface State {
  text: string;
  /** The words of the address that the field knows. */
  known: string;
  /** The words that were sent from here and that the address has not yet had; null: none. */
  sent: string | null;
}

/** Searches when the typing pauses. It follows the address: going back brings back the words of then. */
export function SearchField({ searched, onSearch, ...look }: Props) {
  const [{ text, known, sent }, setState] = useState<State>({ text: searched, known: searched, sent: null });
  // Its own words come back while the typing may go on.
  if (known !== searched) setState({ text: searched === sent ? text : searched, known: searched, sent: null });
  const send = useDebouncedCallback(() => {
    const words = text.trim();
    if (words === (sent ?? searched)) return;
    setState((before) => ({ ...before, sent: words }));
    onSearch(words, words !== '' && searched !== '');
  }, typingMs);
  const change = (next: string) => {
    setState((before) => ({ ...before, text: next }));
    send();
  };
  return (
    <TextInput
      label="Search"
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Search aria-hidden size={16} />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />}
      {...look}
    />
  );
}
