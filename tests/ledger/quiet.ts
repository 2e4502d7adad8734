/** Hides the product's log lines while tests cause failures on purpose. */
export function withoutLogs(): () => void {
  const write = process.stdout.write;
  process.stdout.write = ((...given: Parameters<typeof write>) =>
    String(given[0]).startsWith('{"level":') || write.apply(process.stdout, given)) as typeof write;
  return () => {
    process.stdout.write = write;
  };
}
