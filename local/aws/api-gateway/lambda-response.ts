/** The HTTP response that API Gateway builds from a Lambda's return value in payload format 2.0. */
import * as z from 'zod';

export type LambdaResponse = { status: number; headers: Record<string, string>; cookies: string[]; body: Buffer };

const structuredResponse = z.object({
  statusCode: z
    .union([z.number(), z.string().regex(/^\d{3}$/)])
    .transform(Number)
    .pipe(z.int().min(200).max(599)),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** API Gateway sets these headers itself. */
const CONNECTION_HEADERS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade', 'apigw-requestid']);

/**
 * If the value has no `statusCode`, the whole value becomes the body. If the value is invalid, returns undefined, and API Gateway responds
 * with 500.
 */
export function toHttpResponse(payload: unknown): LambdaResponse | undefined {
  if (typeof payload !== 'object' || payload === null || !('statusCode' in payload)) {
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      cookies: [],
      body: Buffer.from(JSON.stringify(payload ?? null)),
    };
  }
  const parsed = structuredResponse.safeParse(payload);
  if (!parsed.success) return undefined;
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data;
  const lowerCaseHeaders = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    status: statusCode,
    headers: {
      ...(body && { 'content-type': 'text/plain;charset=UTF-8' }),
      ...Object.fromEntries(lowerCaseHeaders.filter(([name]) => !CONNECTION_HEADERS.has(name))),
    },
    cookies: cookies ?? [],
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
}
