import { sendingScript } from './sendingScript';

/**
 * The script of the page on which a person drops a file. It sends the file to the address of the page without its last
 * part. What it knows of the upload stands in the page.
 */
export const pageScript = `
(() => {
  'use strict';
  ${sendingScript}
  const address = location.pathname.replace(/\\/page$/, '');
  const [form, drop, input, bar, state, fault, again] = ['upload', 'drop', 'file', 'bar', 'state', 'fault', 'again'].map((id) =>
    document.getElementById(id));
  const { id, name, size, arrived } = form.dataset;
  let file = null;
  let isSending = false;

  const markOf = ({ name, size, lastModified }) => [name, size, lastModified].join('/');
  const memory = {
    read: () => { try { return localStorage.getItem('upload/' + id); } catch { return null; } },
    write: (mark) => { try { localStorage.setItem('upload/' + id, mark); } catch { /* A page without storage compares names. */ } },
    forget: () => { try { localStorage.removeItem('upload/' + id); } catch { /* There is nothing to forget. */ } },
  };

  /** The page as the service has it by now: the file is there, or the address is over. */
  function leave() {
    isSending = false;
    location.reload();
  }

  function isSame(size) {
    const mark = memory.read();
    return file.size === size && (mark === null ? file.name === name : mark === markOf(file));
  }

  const progress = {
    mayGoOn: isSame,
    show: (bytes) => {
      memory.write(markOf(file));
      bar.value = bytes / file.size;
      state.textContent = 'Sending ' + file.name + ': ' + percentOf(bytes, file.size);
    },
    showBreak: (bytes) => {
      state.textContent = 'The connection was interrupted at ' + percentOf(bytes, file.size) + '. It is tried again by itself.';
    },
  };

  async function run() {
    if (file === null || isSending) return;
    fault.textContent = '';
    again.hidden = true;
    isSending = true;
    input.disabled = true;
    try {
      await sendFile(address, file, progress);
      memory.forget();
      leave();
    } catch (error) {
      if (error instanceof Over) return leave();
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
  if (Number(arrived) > 0) state.textContent = percentOf(arrived, size) + ' of the file has arrived. Choose the same file to go on.';
  input.disabled = false;
})();
`;
