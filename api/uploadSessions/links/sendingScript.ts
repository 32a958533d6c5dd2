/**
 * The part of a page's script that sends a file to its upload address, in parts by tus, and goes on by itself after an
 * interruption. `sendFile` rejects with `Final` where no further try helps, with `Over` where the address takes no more
 * bytes, and with another error once the connection stays lost.
 */
export const sendingScript = `
  const partBytes = 8 * 1024 * 1024;
  const delaysMs = [1000, 3000, 5000, 10000, 15000, 30000];
  const version = { 'Tus-Resumable': '1.0.0' };

  class Final extends Error {}
  class Over extends Error {}
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const percentOf = (bytes, size) => (size === 0 ? 0 : Math.floor((bytes / size) * 100)) + ' %';

  /** Words of the service. */
  function wordsIn(text) {
    try {
      const { message, details = {} } = JSON.parse(text);
      return [message, ...Object.values(details).flat()].join(' ');
    } catch {
      return 'The service did not take the file.';
    }
  }

  /** How many bytes have arrived, and of how many. */
  async function lookAt(address) {
    const { status, headers } = await fetch(address, { method: 'HEAD', headers: version, cache: 'no-store' });
    if (status === 404 || status === 410) throw new Over();
    if (status !== 200) throw new Error('try again');
    return { offset: Number(headers.get('Upload-Offset')), size: Number(headers.get('Upload-Length')) };
  }

  function sendPart(address, file, offset, show) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('PATCH', address);
      const headers = { ...version, 'Upload-Offset': offset, 'Content-Type': 'application/offset+octet-stream' };
      if (offset === 0) headers['Upload-Length'] = file.size;
      for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, String(value));
      request.upload.onprogress = ({ loaded }) => show(Math.min(file.size, offset + loaded));
      request.onerror = () => reject(new Error('try again'));
      request.onload = () => {
        const { status } = request;
        if (status === 204) resolve(Number(request.getResponseHeader('Upload-Offset')));
        else if ([409, 423, 429].includes(status) || status >= 500) reject(new Error('try again'));
        else reject(new Final(wordsIn(request.responseText)));
      };
      request.send(file.slice(offset, offset + partBytes));
    });
  }

  /**
   * mayGoOn(size): whether this is the file whose first bytes have arrived, and which has so many; show(bytes) and showBreak(bytes): how
   * far it is, and that the connection was cut.
   */
  async function sendFile(address, file, { mayGoOn, show, showBreak }) {
    if (file.size === 0) throw new Final('This file is empty. Choose another one.');
    const found = await lookAt(address);
    if (found.offset > 0 && !mayGoOn(found.size)) throw new Final('This is not the file whose beginning has arrived. Choose that one, or ask your assistant for another upload.');
    let { offset } = found;
    let failures = 0;
    while (offset < file.size) {
      show(offset);
      try {
        offset = await sendPart(address, file, offset, show);
        failures = 0;
      } catch (error) {
        if (error instanceof Final || failures === delaysMs.length) throw error;
        showBreak(offset);
        await pause(delaysMs[failures]);
        failures += 1;
        ({ offset } = await lookAt(address).catch((again) => {
          if (again instanceof Over) throw again;
          return { offset };
        }));
      }
    }
  }
`;
