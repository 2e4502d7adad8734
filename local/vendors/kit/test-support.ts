/** Helper functions for the tests of all stand-ins. */

// biome-ignore lint/suspicious/noExplicitAny: the assertions check the type of the body
export type CallResult = { status: number; headers: Headers; bytes: Buffer; body: any };

/** Sends one call and parses a JSON response body. The call does not follow redirects. */
export async function call(
  method: string,
  url: string,
  { json, form, headers = {} }: { json?: unknown; form?: FormData; headers?: Record<string, string> } = {},
): Promise<CallResult> {
  const response = await fetch(url, {
    method,
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
    body: json === undefined ? form : JSON.stringify(json),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') && bytes.length > 0;
  return { status: response.status, headers: response.headers, bytes, body: isJson ? parseJson(bytes) : bytes.toString() };
}

/** Adds a rule to a stand-in's script. Without `match`, the rule applies to every call. */
export async function addFaultRule(standInUrl: string, rule: { match?: string; times?: number; fault: unknown }): Promise<CallResult> {
  return call('POST', `${standInUrl}/_script`, { json: { match: '', ...rule } });
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return bytes.toString();
  }
}
