/** The product's tables on an emulator of their own, for tests of what is written to them. */
import { createApp } from '../../app.ts';
import { dynamoDbTable } from '../resources/dynamodb-table.ts';
import type { Cloud } from '../resources/resource-type.ts';
import { identityOf } from '../resources/resource-types.ts';
import { startDynamoDb } from '../services/dynamodb.ts';
import { readAssembly } from '../template/assembly.ts';
import { createResolver, region } from '../template/resolve.ts';
import { settingsOf } from './settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Stands up the tables of the synthesized template and points the SDK and the store's settings at them. */
export async function startTables(): Promise<{ stop(): Promise<void> }> {
  process.env.CDK_VALIDATION = 'false';
  const folder = temporaryFolder('tables');
  const assembly = readAssembly(createApp({ outdir: folder.path, skipAssets: true }).synth());
  const resolver = createResolver(assembly, identityOf, () => '');
  const dynamoDb = await startDynamoDb();
  const tables = assembly.resources.filter(({ type }) => type === dynamoDbTable.type);
  await dynamoDbTable.standUp?.(tables, { resolver, dynamoDbUrl: dynamoDb.url } as Cloud);
  Object.assign(process.env, settingsOf(assembly, resolver), {
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  return {
    async stop() {
      delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
      await dynamoDb.stop();
      folder.remove();
    },
  };
}
