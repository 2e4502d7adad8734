/** How long a test waits for an index to show a change: DynamoDB promises eventual consistency, and harsh mode delays it by up to 2 s. */
export const indexLag = { timeout: 15_000, interval: 100 };
