/** Hides the product's log lines while tests cause failures on purpose. */
export function muteLogs(): () => void {
  const originalWrite = process.stdout.write;
  process.stdout.write = ((...parameters: Parameters<typeof originalWrite>) =>
    String(parameters[0]).startsWith('{"level":') || originalWrite.apply(process.stdout, parameters)) as typeof originalWrite;
  return () => {
    process.stdout.write = originalWrite;
  };
}
