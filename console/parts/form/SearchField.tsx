import { CloseButton, TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { texts } from '../../texts/parts';
import { useTyped } from './useTyped';

const typingMs = 300;

interface Props extends Pick<TextInputProps, 'placeholder' | 'w' | 'maw'> {
  /** The words that are searched for, by the address. */
  searched: string;
  /** @param isRefined true: the words follow others, so a pause in the typing is no step of the browser's history */
  onSearch: (words: string, isRefined: boolean) => void;
}

/** Searches when the typing pauses. It follows the address: going back brings back the words of then. */
export function SearchField({ searched, onSearch, ...look }: Props) {
  const { text, chosen, type, send } = useTyped(searched);
  const search = useDebouncedCallback(() => {
    const words = text.trim();
    if (words === chosen) return;
    send(words);
    onSearch(words, words !== '' && searched !== '');
  }, typingMs);
  const change = (next: string) => {
    type(next);
    search();
  };
  return (
    <TextInput
      label={texts.search}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Search aria-hidden size={16} />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={texts.clearSearch} onClick={() => change('')} />}
      {...look}
    />
  );
}
