/** The log lines of each test cloud that is running. */
export const runningClouds = new Set<string[]>();
