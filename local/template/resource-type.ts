/** What the local cloud must know of a CloudFormation resource type. Each has a file of its own in this folder. */

import type { Gateway } from '../aws/api-gateway/gateway.ts';
import type { ObjectCache } from '../aws/cloudfront/object-cache.ts';
import type { Cognito } from '../aws/cognito/cognito.ts';
import type { LaggingCopy } from '../aws/dynamodb/lagging-copy.ts';
import type { Iam } from '../aws/iam/iam.ts';
import type { EnvironmentsMax } from '../aws/lambda/account.ts';
import type { InvokeResult, LambdaFunction } from '../aws/lambda/function.ts';
import type { Usage } from '../aws/lambda/usage.ts';
import type { ObjectStore } from '../aws/s3/store.ts';
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
  /** Every other property stops the boot by name. */
  properties: PropertyRules;
  /** Whether the local cloud does the work of this resource itself, so that its properties do not matter. */
  isReplaced?(resource: Resource, assembly: Assembly): boolean;
  /** What `Ref` answers; the logical id unless said. */
  ref?(resource: Resource): string;
  /** What `Fn::GetAtt` answers. */
  attributes?: Record<string, (resource: Resource) => unknown>;
  /** Stands up all resources of the type; left out where nothing runs behind it locally. */
  standUp?(resources: Resource[], cloud: Cloud): Promise<void> | void;
};

/** What is known while the cloud is being stood up, and what each resource type adds to it. */
export type Cloud = {
  /** Where state is kept between starts. */
  home: string;
  /** The address that the browser uses. */
  origin: string;
  /** The emulator itself; functions reach it through a gate that asks for their permissions. */
  dynamoDbUrl: string;
  assembly: Assembly;
  resolver: Resolver;
  secrets: Secrets;
  parameters: Parameters;
  functions: Map<string, LambdaFunction>;
  /** What the local cloud adds to every function's environment: where the services stand, and the stand-ins. */
  lambdaVariables: Record<string, string>;
  /** The owner's: the local cloud's own, and the tests'. Each function has others. */
  credentials: { accessKeyId: string; secretAccessKey: string };
  iam: Iam;
  objects: ObjectStore;
  /** What CloudFront keeps of the site's files. */
  siteCache: ObjectCache;
  /** Where the browser reaches the buckets. */
  s3Url?: string;
  sitePort: number;
  isDev: boolean;
  modes: Modes;
  environmentsMax: EnvironmentsMax | undefined;
  /** Decides at random, repeatably; only in harsh mode. */
  chance?: Chance;
  /** What eventually consistent reads see; only in harsh mode. */
  laggingCopy?: LaggingCopy;
  clock: Clock | undefined;
  cognito?: Cognito;
  /** What was sent. */
  mail?: MailService;
  states?: StatesEngine;
  gateway?: Gateway;
  invoke(functionArn: string, payload: unknown): Promise<InvokeResult>;
  /** Values of `.env`, by name. */
  env: Record<string, string>;
  log(source: string, text: string): void;
  /** Told what each invocation used in slow mode. */
  onMeasured(measured: Measured): void;
  /** Runs when the cloud is stopped, last added first. */
  onStop(stop: () => Promise<void> | void): void;
};

/** What an invocation of a function used, and its limits. */
export type Measured = Usage & { entry: string; memoryMb: number; timeoutSeconds: number };

export const arn = (service: string, name: string): string => `arn:aws:${service}:${region}:${accountId}:${name}`;

/** The name under which a resource stands locally: its logical id, told apart by stack. */
export const physicalName = ({ stack, id }: Resource): string => `${stack}-${id}`;

export const resourcesOf = ({ assembly }: Pick<Cloud, 'assembly'>, type: string): Resource[] =>
  assembly.resources.filter((resource) => resource.type === type);

/** A service that the template is known to have stood up by now. */
export function present<Service>(service: Service | undefined): Service {
  if (service === undefined) throw new Error('The template has no such service');
  return service;
}
