/** Reads the deployed stacks. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  type Stack,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { edgeRegion, type Settings } from '#infra/settings.ts';

export const stackNames = ['data', 'auth', 'runs', 'api', 'files', 'edge', 'web', 'alarms', 'edge-alarms', 'edge-logs', 'ci'] as const;
export type StackPart = (typeof stackNames)[number];

export const stackName = (stage: string, part: StackPart): string => `vitrine-${stage}-${part}`;

/** Returns the regions of a stage: its own region, and the region of the firewall. */
export const regionsOf = ({ region }: Settings): string[] => [...new Set([region, edgeRegion])];

/** Returns a stack, or undefined if the stack does not exist. */
export async function findStack(region: string, name: string): Promise<Stack | undefined> {
  const client = new CloudFormationClient({ region });
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.[0];
  } catch (error) {
    // CloudFormation has no separate error for a missing stack, so the message of the error is compared.
    if (error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist')) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}

export const outputOf = (stack: Stack | undefined, key: string): string | undefined =>
  stack?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;

const edgeParts: readonly StackPart[] = ['edge', 'edge-alarms', 'edge-logs'];

/** Returns all existing stacks of a stage. */
export async function findStacks({ stage, region }: Settings): Promise<Stack[]> {
  const stacks = await Promise.all(
    stackNames.map((part) => findStack(edgeParts.includes(part) ? edgeRegion : region, stackName(stage, part))),
  );
  return stacks.filter((stack) => stack !== undefined);
}

/** Returns the resources of a type in a stack. If the stack does not exist, the list is empty. */
export async function listResources(region: string, name: string, type: string): Promise<StackResourceSummary[]> {
  if (!(await findStack(region, name))) return [];
  const client = new CloudFormationClient({ region });
  const resources: StackResourceSummary[] = [];
  let token: string | undefined;
  do {
    const page = await client.send(new ListStackResourcesCommand({ StackName: name, NextToken: token }));
    resources.push(...(page.StackResourceSummaries ?? []));
    token = page.NextToken;
  } while (token);
  client.destroy();
  return resources.filter(({ ResourceType }) => ResourceType === type);
}
