/** Uploads a file with Uppy and its tus plugin as they are installed, and prints the outcome. */
import { readFile } from 'node:fs/promises';
import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

const { UPLOAD_URL: uploadUrl, API_KEY: apiKey, FILE: file, PAUSES: pausesMax } = process.env;
const uppy = new Uppy();
uppy.use(Tus, {
  endpoint: 'http://127.0.0.1:9/unused',
  headers: { Authorization: `Bearer ${apiKey}` },
  chunkSize: 4 * 1024 ** 2,
  // As long as an API may take to start.
  retryDelays: Array.from({ length: 60 }, () => 1000),
});
const id = uppy.addFile({ name: 'coast.mp4', type: 'video/mp4', data: await readFile(file) });
uppy.setFileState(id, { tus: { uploadUrl } });

let pauses = 0;
uppy.on('upload-progress', (_file, { bytesUploaded }) => {
  if (pauses >= Number(pausesMax) || !(bytesUploaded > 0)) return;
  pauses += 1;
  uppy.pauseResume(id);
  setTimeout(() => uppy.pauseResume(id), 100);
});
const { failed } = await uppy.upload();
console.log(JSON.stringify({ pauses, failed: failed.map(({ error }) => error) }));
process.exit(0);
