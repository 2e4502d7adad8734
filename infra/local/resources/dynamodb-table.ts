import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ListTablesCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { region } from '../template/resolve.ts';
import { arn, physicalName, type ResourceType } from './resource-type.ts';

export const dynamoDbTable: ResourceType = {
  type: 'AWS::DynamoDB::Table',
  properties: {
    reads: ['AttributeDefinitions', 'KeySchema', 'GlobalSecondaryIndexes', 'LocalSecondaryIndexes', 'TimeToLiveSpecification'],
    only: { BillingMode: ['PAY_PER_REQUEST'] },
    ignores: {
      DeletionProtectionEnabled: 'Nothing deletes a local table.',
      PointInTimeRecoverySpecification: 'Nothing restores a local table.',
    },
  },
  ref: physicalName,
  attributes: { Arn: (resource) => arn('dynamodb', `table/${physicalName(resource)}`) },
  standUp: async (resources, cloud) => {
    const client = new DynamoDBClient({
      endpoint: cloud.dynamoDbUrl,
      region,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    for (const resource of resources) {
      const name = physicalName(resource);
      if (!TableNames.includes(name)) await createTable(client, name, cloud.resolver.resolve(resource.stack, resource.properties));
    }
    client.destroy();
  },
};

const createTable = async (client: DynamoDBClient, name: string, properties: TableProperties): Promise<void> => {
  const { TimeToLiveSpecification: timeToLive, ...rest } = properties;
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes, BillingMode } = rest;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      AttributeDefinitions,
      KeySchema,
      GlobalSecondaryIndexes,
      LocalSecondaryIndexes,
      BillingMode,
    }),
  );
  if (timeToLive) await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: timeToLive }));
};

type TableProperties = Omit<CreateTableCommandInput, 'TableName'> & {
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
};
