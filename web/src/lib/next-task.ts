/** Waits for a new task of the browser, so that the page can respond to the user between two long steps. */
export const waitForNextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
