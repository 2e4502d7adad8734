/**
 * The server that the Lambdas' SDK clients call for every AWS service except DynamoDB, S3 and SES. The header `x-amz-target` selects the
 * service.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { CallResponse } from '../aws/secrets-manager/secrets.ts';
import type { Body, ControlCall } from './control-call.ts';
import type { ControlFault } from './control-faults.ts';
import { close, listen, loopback } from './listen.ts';
import { readBody } from './read-body.ts';

type Service = (operation: string, body: Body) => CallResponse | Promise<CallResponse>;

const bodyBytesMax = 2 * 1024 * 1024;

/** Returns the reason if a call is denied, or undefined if the call is allowed. */
type CheckPermission = (call: ControlCall) => string | undefined;

/** A call of Lambda has a path instead of the header (https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html). */
const invokedFunction = (url = ''): string | undefined => {
  const [, name] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(url) ?? [];
  return name && decodeURIComponent(name);
};

/** EventBridge Scheduler also has paths (https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html). */
const createdSchedule = (url = ''): string | undefined => /^\/schedules\/([^/]+)$/.exec(url)?.[1];

/**
 * @param checkPermission by default, every call is allowed
 * @param faultOf decides which calls get a fault; by default, no call gets a fault
 */
export async function startControl(
  services: Record<string, Service>,
  checkPermission: CheckPermission = () => undefined,
  faultOf: (call: ControlCall) => ControlFault | undefined = () => undefined,
): Promise<{ url: string; stop(): Promise<void> }> {
  async function handleRequest(request: IncomingMessage): Promise<CallResponse> {
    const functionName = invokedFunction(request.url);
    const scheduleName = createdSchedule(request.url);
    const [prefix = '', operation = ''] = functionName
      ? ['Lambda', 'InvokeFunction']
      : scheduleName
        ? ['Scheduler', 'CreateSchedule']
        : String(request.headers['x-amz-target'] ?? '').split('.');
    const service = services[prefix];
    if (!service) return { status: 501, body: { __type: 'NotImplemented', message: `The control server has no service ${prefix}` } };
    const bytes = await readBody(request, bodyBytesMax);
    if (!bytes) throw new Error('The request is too large');
    const content = JSON.parse(bytes.toString() || '{}');
    const body: Body = functionName
      ? { FunctionName: functionName, Payload: content }
      : { ...content, ...(scheduleName && { Name: decodeURIComponent(scheduleName) }) };
    const { authorization, 'amz-sdk-invocation-id': invocationId } = request.headers;
    const call = { service: prefix, operation, body, authorization, invocationId: String(invocationId) };
    const denial = checkPermission(call);
    if (denial) return { status: 400, body: { __type: 'AccessDeniedException', message: denial } };
    const fault = faultOf(call);
    if (!fault) return service(operation, body);
    if (fault.isApplied) await service(operation, body);
    return fault.response;
  }

  const server = createServer(async (request, response) => {
    const result = await handleRequest(request).catch(
      (error: Error): CallResponse => ({
        status: 500,
        body: { __type: 'InternalFailure', message: error.message },
      }),
    );
    const { __type: type } = (result.body ?? {}) as { __type?: string };
    response.writeHead(result.status, {
      'content-type': 'application/x-amz-json-1.1',
      ...(type && { 'x-amzn-errortype': type }),
      ...result.headers,
    });
    response.end(JSON.stringify(result.body));
  });
  return { url: `http://${loopback}:${await listen(server)}`, stop: () => close(server) };
}
