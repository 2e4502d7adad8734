/**
 * Calls Gemini's generateContent with Google's SDK (facts: docs/vendors.md). The SDK must not cause additional costs. So each call makes
 * one request, without retries, automatic continuations and redirects. The size of the response is limited.
 */
import { type GenerateContentConfig, GoogleGenAI, type Part } from '@google/genai';
import { AppError } from '#shared/errors.ts';
import { type Gemini, geminiApiVersion, jsonIn } from './gemini-api.ts';
import { errorOfResponse } from './gemini-errors.ts';
import { readBodyUpTo } from './response-body.ts';

type ContentRequest = { model: string; parts: Part[]; config: GenerateContentConfig };
type Limits = { timeoutMs: number; responseBytesMax: number };

/**
 * Returns the response that the SDK has parsed. The caller validates its fields.
 * @throws AppError with the code of the failure.
 */
export async function generateContent(gemini: Gemini, { model, parts, config }: ContentRequest, limits: Limits): Promise<unknown> {
  const client = new GoogleGenAI({
    apiKey: gemini.key,
    // These values are set explicitly. Otherwise, the SDK would read them from environment variables.
    enterprise: false,
    apiVersion: geminiApiVersion,
    httpOptions: { baseUrl: gemini.base, fetch: limitedFetch(limits) },
  });
  try {
    return await client.models.generateContent({
      model,
      contents: [{ role: 'user', parts }],
      // An automatic continuation would be a further paid request.
      config: { ...config, automaticContinuation: false },
    });
  } catch (cause) {
    // The SDK could not parse the response.
    throw cause instanceof AppError ? cause : new AppError('VendorMalformedAnswer', { cause });
  }
}

/**
 * Returns a fetch for the SDK with a total time limit and a size limit. The fetch also converts failures to our errors. The errors of the
 * SDK omit the body of a gateway error, and can quote the prompt.
 */
function limitedFetch({ timeoutMs, responseBytesMax }: Limits): typeof fetch {
  return async (url, init) => {
    const { response, body } = await send(url, init).catch((cause) => {
      throw new AppError('VendorUnreachable', { cause });
    });
    if (!body) throw new AppError('VendorMalformedAnswer', { cause: new Error(`The response is larger than ${responseBytesMax} bytes`) });
    if (!response.ok) throw failureOf(response.status, body);
    return new Response(new Uint8Array(body), { status: response.status, headers: response.headers });
  };

  async function send(url: Parameters<typeof fetch>[0], init: RequestInit | undefined) {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { response, body: await readBodyUpTo(response, responseBytesMax) };
  }
}

function failureOf(status: number, body: Buffer): AppError {
  const { code, isFinal, retryAfterSeconds, description } = errorOfResponse(status, jsonIn(body));
  // Google documents that it does not bill a request that it rejected as invalid.
  const isUnbilled = isFinal && status < 500;
  return new AppError(code, {
    cause: new Error(description),
    isUnbilled,
    ...(retryAfterSeconds !== undefined && { details: { retryAfterSeconds } }),
  });
}
