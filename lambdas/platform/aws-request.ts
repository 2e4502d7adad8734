/**
 * Sends signed JSON requests to services of AWS. A call of the API uses this module for a single operation of Parameter Store, SES, KMS,
 * EventBridge Scheduler or Lambda, because a client of the SDK contains all operations of its service. Such a client makes a bundle
 * about 80 kB larger, and the cold start slower.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { credentials, region } from './aws-credentials.ts';
import { type PostResponse, post } from './http-post.ts';

type Service = {
  /** The name in the signature. */
  signingName: string;
  /** The first part of the host name. */
  hostName: string;
  /** The variable of the SDK with the endpoint of the local cloud. */
  endpointVariable:
    | 'AWS_ENDPOINT_URL_SSM'
    | 'AWS_ENDPOINT_URL_SESV2'
    | 'AWS_ENDPOINT_URL_KMS'
    | 'AWS_ENDPOINT_URL_LAMBDA'
    | 'AWS_ENDPOINT_URL_SCHEDULER';
};

const services = {
  parameterStore: { signingName: 'ssm', hostName: 'ssm', endpointVariable: 'AWS_ENDPOINT_URL_SSM' },
  mail: { signingName: 'ses', hostName: 'email', endpointVariable: 'AWS_ENDPOINT_URL_SESV2' },
  keys: { signingName: 'kms', hostName: 'kms', endpointVariable: 'AWS_ENDPOINT_URL_KMS' },
  schedules: { signingName: 'scheduler', hostName: 'scheduler', endpointVariable: 'AWS_ENDPOINT_URL_SCHEDULER' },
  functions: { signingName: 'lambda', hostName: 'lambda', endpointVariable: 'AWS_ENDPOINT_URL_LAMBDA' },
} as const satisfies Record<string, Service>;

type AwsRequest = {
  service: keyof typeof services;
  path: string;
  headers: Record<string, string>;
  body: object;
  /** A request is repeated only after a temporary failure. */
  attemptsMax: number;
  /** Time limit of one attempt. */
  timeoutMs?: number;
};

/** An error response. The name is the type that AWS reports, as in the SDK. */
export class AwsError extends Error {
  readonly $metadata: { httpStatusCode: number };

  constructor(name: string, message: string, status: number) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode: status };
  }
}

const attemptMsMax = 8_000;
const pauseMs = 100;

/** @throws AwsError for an error response; the error of the connection if there is no response. */
export async function sendToAws(request: AwsRequest): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(request);
    } catch (error) {
      if (attempt >= request.attemptsMax || !isTemporary(error)) throw error;
      await pause(pauseMs * 2 ** attempt * (0.5 + Math.random() / 2));
    }
  }
}

async function sendOnce({ service, path, headers, body, timeoutMs = attemptMsMax }: AwsRequest): Promise<unknown> {
  const { signingName, hostName, endpointVariable }: Service = services[service];
  const endpoint = process.env[endpointVariable] ?? process.env.AWS_ENDPOINT_URL ?? `https://${hostName}.${region()}.amazonaws.com`;
  const { protocol, hostname, host, port } = new URL(endpoint);
  const text = JSON.stringify(body);
  const request = new HttpRequest({
    method: 'POST',
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    path,
    headers: { ...headers, host },
    body: text,
  });
  const signer = new SignatureV4({ service: signingName, region: region(), credentials: credentials(), sha256: Sha256 });
  const { headers: signedHeaders } = await signer.sign(request);
  const response = await post(`${protocol}//${host}${path}`, { headers: signedHeaders, body: text, timeoutMs });
  if (response.status >= 300) throw errorOf(response);
  return JSON.parse(response.text);
}

/** AWS reports the type in a header or in the body. The type can have a prefix before a `#` and a URL after a `:`. */
function errorOf({ status, headers, text }: PostResponse): AwsError {
  const body = jsonIn(text);
  const type = String(headers['x-amzn-errortype'] ?? body.__type ?? 'UnknownError');
  const name = type.split(':')[0]?.split('#').at(-1) ?? type;
  return new AwsError(name, String(body.message ?? body.Message ?? `status ${status}`), status);
}

function jsonIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // An error of a load balancer contains no JSON.
    return {};
  }
}

const isTemporary = (error: unknown): boolean =>
  !(error instanceof AwsError) || error.$metadata.httpStatusCode >= 500 || /throttl|TooManyRequests/i.test(error.name);
