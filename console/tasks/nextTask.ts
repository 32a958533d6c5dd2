/**
 * Waits for the next task: until then the browser draws the page, and answers the user. A message begins the task,
 * because a browser lets each timer of a page in the background wait for a second.
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
