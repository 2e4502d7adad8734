/** Hides the product's log lines while tests cause failures on purpose. */
export function muteLogs(): () => void {
  const originalWrite = process.stdout.write;
  process.stdout.write = ((...parameters: Parameters<typeof originalWrite>) =>
    isLogLine(String(parameters[0])) || originalWrite.apply(process.stdout, parameters)) as typeof originalWrite;
  return () => {
    process.stdout.write = originalWrite;
  };
}

/** Metrics are log lines too. */
const isLogLine = (text: string): boolean => text.startsWith('{"level":') || text.startsWith('{"_aws":');
