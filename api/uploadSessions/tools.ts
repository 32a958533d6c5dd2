import { changes, reads } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { importFromUrl } from './imports/importFromUrl';
import { createUpload } from './links/createUpload';
import { getUpload } from './links/getUpload';
import { nextOfUpload, presentToolCreated, presentToolUpload, sayCreated, sayUpload } from './links/present';
import { ToolUpload, ToolUploadCreated } from './links/schema';

const nextSteps = { NOT_FOUND: 'Open another upload with create_upload.' } as const;

export const uploadTools = [
  mcpTool(createUpload, {
    name: 'create_upload',
    title: 'Open an upload',
    description:
      'For a file that has no public address: gives a page on which the person drops the file, an address that takes it by ' +
      'one PUT without a credential, and the mediaUrl for create_assignment. A file of at most 512 KiB can be given at once as ' +
      'contentBase64. If you know the size only roughly, give your best guess: the page takes the file as it is.',
    hints: { ...changes, openWorldHint: false },
    view: 'upload',
    schema: ToolUploadCreated,
    present: presentToolCreated,
    say: sayCreated,
    next: nextOfUpload,
  }),
  mcpTool(getUpload, {
    name: 'get_upload',
    title: 'Get an upload',
    description:
      'Tells how many bytes of a file have arrived, whether it is complete, or why it failed. With waitSeconds it waits for the end.',
    hints: reads,
    nextSteps,
    schema: ToolUpload,
    present: presentToolUpload,
    say: sayUpload,
    next: nextOfUpload,
  }),
  mcpTool(importFromUrl, {
    name: 'import_from_url',
    title: 'Import a file from an address',
    description:
      'Downloads a file from a public address, or from a public share link of Google Drive or Dropbox, into an upload whose ' +
      'mediaUrl create_assignment takes. If it is still importing, wait with get_upload. For an address that leads to the file ' +
      'itself and stays, mediaUrl of create_assignment takes it directly.',
    hints: changes,
    schema: ToolUpload,
    present: presentToolUpload,
    say: sayUpload,
    next: nextOfUpload,
  }),
];
