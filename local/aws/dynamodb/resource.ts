import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ListTablesCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { region } from '../../template/resolve.ts';
import { arn, physicalName, type ResourceType } from '../../template/resource-type.ts';

export const dynamoDbTable: ResourceType = {
  type: 'AWS::DynamoDB::Table',
  properties: {
    reads: ['AttributeDefinitions', 'KeySchema', 'GlobalSecondaryIndexes', 'LocalSecondaryIndexes', 'TimeToLiveSpecification'],
    allowedValues: { BillingMode: ['PAY_PER_REQUEST'] },
    ignores: {
      DeletionProtectionEnabled: 'Nothing deletes a local table.',
      PointInTimeRecoverySpecification: 'npm run drill:restore copies the local tables itself.',
    },
  },
  ref: physicalName,
  attributes: { Arn: (resource) => arn('dynamodb', `table/${physicalName(resource)}`) },
  startAll: async (resources, cloud) => {
    const client = new DynamoDBClient({
      endpoint: cloud.dynamoDbUrl,
      region,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    for (const resource of resources) {
      const name = physicalName(resource);
      const properties = cloud.resolver.resolve<TableProperties>(resource.stack, resource.properties);
      if (!TableNames.includes(name)) await createTable(client, name, properties);
      await cloud.delayedCopy?.addTable(definitionOf(name, properties));
    }
    client.destroy();
  },
};

async function createTable(client: DynamoDBClient, name: string, properties: TableProperties): Promise<void> {
  await client.send(new CreateTableCommand(definitionOf(name, properties)));
  const { TimeToLiveSpecification: timeToLive } = properties;
  if (timeToLive) await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: timeToLive }));
}

/**
 * Returns only the properties that the emulator needs. Backups, protection and encryption have no effect on a local file. The emulator
 * rejects streams.
 */
const definitionOf = (name: string, properties: TableProperties): CreateTableCommandInput => {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes, BillingMode } = properties;
  return { TableName: name, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes, BillingMode };
};

type TableProperties = Omit<CreateTableCommandInput, 'TableName'> & {
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
};
