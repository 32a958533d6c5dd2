/** Waits for the next task: until then the browser shows what there is, and answers the user. */
export async function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
