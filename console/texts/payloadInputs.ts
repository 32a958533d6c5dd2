/** Inputs of the fields of posts. */
export const texts = {
  missing: 'Missing.',
  notPicked: 'None',
  listLoading: 'The list of the channel is being read; an ID can be typed meanwhile.',
  listFailed: 'The list of the channel could not be read. Type an ID.',
  listEmpty: 'The channel has none to pick from. Type an ID.',
  byItself: 'Not set: as the platform does',
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
