/** The product's tables and its storage, for tests of steps that read and write both. */
import { bucket, credentials, startTestS3 } from '../services/s3/testing.ts';
import { startTables } from './tables.ts';

/** Points the SDK and the store's settings at both. What keeps a client of the storage is imported after that: it takes the address once. */
export async function startTablesAndStorage(): Promise<{ stop(): Promise<void> }> {
  const tables = await startTables();
  const storage = await startTestS3();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: storage.url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    MEDIA_BUCKET: bucket,
  });
  return {
    async stop() {
      delete process.env.AWS_ENDPOINT_URL_S3;
      await storage.stop();
      await tables.stop();
    },
  };
}
