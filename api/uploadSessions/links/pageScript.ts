/**
 * The script of the page on which a person drops a file. It sends the file in parts by tus, to the address of the page
 * without its last part, and goes on by itself after an interruption. What it knows of the upload stands in the page.
 */
export const pageScript = `
(() => {
  'use strict';
  const partBytes = 8 * 1024 * 1024;
  const delaysMs = [1000, 3000, 5000, 10000, 15000, 30000];
  const address = location.pathname.replace(/\\/page$/, '');
  const [form, drop, input, bar, state, fault, again] = ['upload', 'drop', 'file', 'bar', 'state', 'fault', 'again'].map((id) =>
    document.getElementById(id));
  const { id, name, size, arrived } = form.dataset;
  const version = { 'Tus-Resumable': '1.0.0' };
  let file = null;
  let isSending = false;

  class Final extends Error {}
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const percent = (bytes) => Math.floor((bytes / file.size) * 100) + ' %';
  const markOf = ({ name, size, lastModified }) => [name, size, lastModified].join('/');
  const memory = {
    read: () => { try { return localStorage.getItem('upload/' + id); } catch { return null; } },
    write: (mark) => { try { localStorage.setItem('upload/' + id, mark); } catch { /* A page without storage compares names. */ } },
    forget: () => { try { localStorage.removeItem('upload/' + id); } catch { /* There is nothing to forget. */ } },
  };

  function show(bytes) {
    bar.value = file.size === 0 ? 0 : bytes / file.size;
    state.textContent = 'Sending ' + file.name + ': ' + percent(bytes);
  }

  /** The page as the service has it by now: the file is there, or the address is over. */
  function leave() {
    isSending = false;
    location.reload();
  }

  /** Words of the service. */
  function wordsIn(text) {
    try {
      const { message, details = {} } = JSON.parse(text);
      return [message, ...Object.values(details).flat()].join(' ');
    } catch {
      return 'The service did not take the file.';
    }
  }

  /** How many bytes have arrived. */
  async function look() {
    const { status, headers } = await fetch(address, { method: 'HEAD', headers: version, cache: 'no-store' });
    if (status === 404 || status === 410) leave();
    if (status !== 200) throw new Error('try again');
    return Number(headers.get('Upload-Offset'));
  }

  function sendPart(offset) {
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

  /** Whether the file is the one whose beginning has arrived. */
  function isSame() {
    const mark = memory.read();
    return file.size === Number(size) && (mark === null ? file.name === name : mark === markOf(file));
  }

  async function send() {
    let offset = await look();
    if (offset > 0 && !isSame()) throw new Final('This is not the file whose beginning has arrived. Choose that one, or ask your assistant for another upload.');
    memory.write(markOf(file));
    form.dataset.size = String(file.size);
    let failures = 0;
    while (offset < file.size) {
      show(offset);
      try {
        offset = await sendPart(offset);
        failures = 0;
      } catch (error) {
        if (error instanceof Final || failures === delaysMs.length) throw error;
        state.textContent = 'The connection was interrupted at ' + percent(offset) + '. It is tried again by itself.';
        await pause(delaysMs[failures]);
        failures += 1;
        offset = await look().catch(() => offset);
      }
    }
  }

  async function run() {
    if (file === null || isSending) return;
    fault.textContent = '';
    again.hidden = true;
    if (file.size === 0) return void (fault.textContent = 'This file is empty. Choose another one.');
    isSending = true;
    input.disabled = true;
    try {
      await send();
      memory.forget();
      leave();
    } catch (error) {
      input.disabled = false;
      const isFinal = error instanceof Final;
      state.textContent = '';
      fault.textContent = isFinal ? error.message : 'The connection is lost. What has arrived is kept.';
      again.hidden = isFinal;
      if (!isFinal) again.focus();
    } finally {
      isSending = false;
    }
  }

  function choose(files) {
    if (files.length === 0 || isSending) return;
    [file] = files;
    void run();
  }

  input.addEventListener('change', () => choose(input.files));
  again.addEventListener('click', () => void run());
  addEventListener('online', () => { if (!again.hidden) void run(); });
  addEventListener('beforeunload', (event) => { if (isSending) event.preventDefault(); });
  for (const type of ['dragover', 'dragleave', 'drop'])
    addEventListener(type, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', type === 'dragover');
      if (type === 'drop') choose(event.dataTransfer.files);
    });
  if (Number(arrived) > 0) state.textContent = Math.floor((arrived / size) * 100) + ' % of the file has arrived. Choose the same file to go on.';
  input.disabled = false;
})();
`;
