import type { Response } from 'express';

/** The request has its effect, and its answer never arrives: the connection ends instead. */
export function loseAnswer(res: Response): void {
  res.write = () => {
    res.socket?.destroy();
    return true;
  };
  res.end = () => {
    res.socket?.destroy();
    return res;
  };
}

/** The request has its effect; `send` gives another answer in place of its own. */
export function replaceAnswer(res: Response, send: (res: Response) => void): void {
  const end = res.end.bind(res);
  const write = res.write.bind(res);
  res.write = () => true;
  res.end = () => {
    res.write = write;
    res.end = end;
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    send(res);
    return res;
  };
}

/** The request has its effect at once; its answer leaves `delayMs` later. */
export function delayAnswer(res: Response, delayMs: number): void {
  const write = res.write.bind(res);
  const end = res.end.bind(res);
  const delayed: (() => void)[] = [];
  const delay = (call: () => void) => {
    if (delayed.push(call) > 1) return;
    setTimeout(() => {
      res.write = write;
      res.end = end;
      for (const release of delayed) release();
    }, delayMs).unref();
  };
  res.write = (...args: unknown[]) => {
    delay(() => Reflect.apply(write, undefined, args));
    return true;
  };
  res.end = (...args: unknown[]) => {
    delay(() => Reflect.apply(end, undefined, args));
    return res;
  };
}

const dripEveryMs = 1000;

/** The request has its effect; its answer begins with its head, and then never ends: a blank comes each second. */
export function dripAnswer(res: Response): void {
  const write = res.write.bind(res);
  let timer: NodeJS.Timeout | undefined;
  const drip = () => {
    if (timer) return;
    if (!res.headersSent) res.removeHeader('content-length');
    // An answer that has no body would end with its head.
    if (!res.headersSent && bodiless.includes(res.statusCode)) res.status(200);
    write(' ');
    timer = setInterval(() => write(' '), dripEveryMs).unref();
    res.once('close', () => clearInterval(timer));
  };
  res.write = () => {
    drip();
    return true;
  };
  res.end = () => {
    drip();
    return res;
  };
}

const bodiless: readonly number[] = [204, 304];

/** The connection ends after this many bytes of the answer's body. */
export function cutAnswer(res: Response, afterBytes: number): void {
  const write = res.write.bind(res);
  const end = res.end.bind(res);
  let leftBytes = afterBytes;
  const writeSome = (chunk: unknown) => {
    const bytes = Buffer.isBuffer(chunk) || typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.alloc(0);
    if (bytes.length < leftBytes) {
      leftBytes -= bytes.length;
      return bytes.length === 0 || write(bytes);
    }
    const last = bytes.subarray(0, leftBytes);
    leftBytes = 0;
    return write(last, () => res.socket?.destroy());
  };
  res.write = (chunk: unknown) => writeSome(chunk);
  res.end = (chunk?: unknown) => {
    writeSome(chunk);
    return leftBytes > 0 ? end() : res;
  };
}
