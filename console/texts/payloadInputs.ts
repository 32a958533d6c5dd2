/** Inputs of the fields of posts. */
export const texts = {
  missing: 'Missing.',
  notPicked: 'None',
  listLoading: 'The channel’s list is loading. You can type an ID meanwhile.',
  listFailed: 'The channel’s list could not be loaded. Type an ID.',
  listEmpty: 'The channel has none yet. Type an ID.',
  byItself: 'Platform default',
  yes: 'Yes',
  no: 'No',
  listPlaceholder: 'Type, then press Enter',
  /** Of a list whose items have several fields. */
  addItem: (item: string) => `Add ${item.toLowerCase()}`,
  itemName: (item: string, place: number) => `${item} ${place}`,
  removeItem: (item: string, place: number) => `Remove ${item.toLowerCase()} ${place}`,
  namedBy: 'Named by',
  bytesUsed: (used: string, max: string) => `${used} of ${max} bytes.`,
  charactersUsed: (used: string, max: string) => `${used} of ${max} characters.`,
};
