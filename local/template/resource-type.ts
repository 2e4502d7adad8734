/** The description of a CloudFormation resource type for the local cloud, and the state that resource types share. */

import type { Gateway } from '../aws/api-gateway/gateway.ts';
import type { ObjectCache } from '../aws/cloudfront/object-cache.ts';
import type { Cognito } from '../aws/cognito/cognito.ts';
import type { DelayedCopy } from '../aws/dynamodb/delayed-copy.ts';
import type { Iam } from '../aws/iam/iam.ts';
import type { Keys } from '../aws/kms/keys.ts';
import type { EnvironmentsMax } from '../aws/lambda/account.ts';
import type { InvokeResult, LambdaFunction } from '../aws/lambda/function.ts';
import type { Usage } from '../aws/lambda/usage.ts';
import type { ObjectStore } from '../aws/s3/store.ts';
import type { Schedules } from '../aws/scheduler/schedules.ts';
import type { Secrets } from '../aws/secrets-manager/secrets.ts';
import type { MailService } from '../aws/ses/mail.ts';
import type { Parameters } from '../aws/ssm/parameters.ts';
import type { Clock } from '../aws/step-functions/clock.ts';
import type { StatesEngine } from '../aws/step-functions/engine.ts';
import type { Chance } from '../chance.ts';
import type { Modes } from '../modes.ts';
import type { Assembly, Resource } from './assembly.ts';
import type { PropertyRules } from './properties.ts';
import { accountId, type Resolver, region } from './resolve.ts';

export type ResourceType = {
  type: string;
  /**
   * Rules for the properties of the resources. If a resource has a property without a rule, the start fails with an error that names this
   * property.
   */
  properties: PropertyRules;
  /** Returns whether the local cloud itself does the work of this resource. In this case, the properties of the resource have no effect. */
  isReplaced?(resource: Resource, assembly: Assembly): boolean;
  /** The value of `Ref`. By default, this is the logical id. */
  ref?(resource: Resource): string;
  /** The values of `Fn::GetAtt`. */
  attributes?: Record<string, (resource: Resource) => unknown>;
  /** Starts all resources of the type. A type without a local implementation does not have this function. */
  startAll?(resources: Resource[], cloud: Cloud): Promise<void> | void;
};

/** The state of the local cloud during its start. Each resource type adds values to this state. */
export type Cloud = {
  /** Directory for state that is used again after a restart. */
  home: string;
  /** The origin of the site, as the browser uses it. */
  origin: string;
  /** The URL of the emulator. Functions call a proxy that checks their permissions (dynamodb-proxy.ts). */
  dynamoDbUrl: string;
  assembly: Assembly;
  resolver: Resolver;
  secrets: Secrets;
  parameters: Parameters;
  keys: Keys;
  functions: Map<string, LambdaFunction>;
  /** Variables that the local cloud adds to every function's environment: the URLs of services and stand-ins. */
  lambdaVariables: Record<string, string>;
  /** Credentials of the owner, for the local cloud and the tests. Each function has separate credentials. */
  credentials: { accessKeyId: string; secretAccessKey: string };
  iam: Iam;
  objects: ObjectStore;
  /** CloudFront's cache of the site's files. */
  siteCache: ObjectCache;
  /** The URL of the local S3. */
  s3Url?: string;
  sitePort: number;
  isDev: boolean;
  modes: Modes;
  environmentsMax: EnvironmentsMax | undefined;
  environmentIdleMsMax: number | undefined;
  /** Makes repeatable random decisions. Exists only in harsh mode. */
  chance?: Chance;
  /** The data that eventually consistent reads return. Exists only in harsh mode. */
  delayedCopy?: DelayedCopy;
  clock: Clock | undefined;
  scheduleClock: Clock | undefined;
  cognito?: Cognito;
  /** The local mail service, which stores the sent mails. */
  mail?: MailService;
  states?: StatesEngine;
  /** The schedules of EventBridge Scheduler. */
  schedules?: Schedules;
  gateway?: Gateway;
  invoke(functionArn: string, payload: unknown): Promise<InvokeResult>;
  /** Values of `.env`, by name. */
  env: Record<string, string>;
  log(source: string, text: string): void;
  /** Receives the usage of each invocation in slow mode. */
  onUsage(measured: InvocationUsage): void;
  /** Registers a function that runs when the cloud stops. The last registered function runs first. */
  onStop(stop: () => Promise<void> | void): void;
};

/** The usage of an invocation, and the limits of its function. */
export type InvocationUsage = Usage & { entry: string; memoryMb: number; timeoutSeconds: number };

export const arn = (service: string, name: string): string => `arn:aws:${service}:${region}:${accountId}:${name}`;

/** The local name of a resource: stack name and logical id. */
export const physicalName = ({ stack, id }: Resource): string => `${stack}-${id}`;

export const resourcesOf = ({ assembly }: Pick<Cloud, 'assembly'>, type: string): Resource[] =>
  assembly.resources.filter((resource) => resource.type === type);

/**
 * Returns a service that must already be started.
 * @throws Error if the template does not contain the service
 */
export function requireService<Service>(service: Service | undefined): Service {
  if (service === undefined) throw new Error('The template has no such service');
  return service;
}
