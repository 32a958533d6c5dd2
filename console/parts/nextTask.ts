/**
 * Waits for the next task: until then the browser shows what there is, and answers the user. It is a message, because a
 * browser lets the timers of a page in the background wait for a second each.
 */
export async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
