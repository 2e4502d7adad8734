/**
 * Every call of the product, once. The page's client, the Lambda behind it, API Gateway's routes, the authorizer and the
 * grants all read this table.
 */
export type Endpoint = {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  /** 'user' needs a Cognito access token; 'vendor' proves itself by the signature of its message. */
  caller: 'user' | 'vendor';
};

export const endpoints = {
  getProfile: { method: 'GET', path: '/api/profile', caller: 'user' },
  listTransactions: { method: 'GET', path: '/api/credits/transactions', caller: 'user' },
  createCheckout: { method: 'POST', path: '/api/stripe/checkout', caller: 'user' },
  getCheckout: { method: 'GET', path: '/api/stripe/session', caller: 'user' },
  receiveStripeWebhook: { method: 'POST', path: '/api/stripe/webhook', caller: 'vendor' },
  createUpload: { method: 'POST', path: '/api/uploads', caller: 'user' },
  getUploadConfig: { method: 'GET', path: '/api/cloudinary/config', caller: 'user' },
  createBatch: { method: 'POST', path: '/api/batches', caller: 'user' },
  listActiveBatches: { method: 'GET', path: '/api/batches', caller: 'user' },
  getBatch: { method: 'GET', path: '/api/batches/{batchId}', caller: 'user' },
  cancelBatch: { method: 'POST', path: '/api/batches/{batchId}/cancel', caller: 'user' },
  retryBatch: { method: 'POST', path: '/api/batches/{batchId}/retry', caller: 'user' },
  listHistory: { method: 'GET', path: '/api/history/{kind}', caller: 'user' },
  getHistory: { method: 'GET', path: '/api/history/{kind}/{batchId}', caller: 'user' },
  writePrompt: { method: 'POST', path: '/api/ai/generate-prompt', caller: 'user' },
  preprocessImage: { method: 'POST', path: '/api/image/preprocess', caller: 'user' },
  outpaintImage: { method: 'POST', path: '/api/stability/outpaint', caller: 'user' },
  cropResult: { method: 'POST', path: '/api/video/crop', caller: 'user' },
  generateVideo: { method: 'POST', path: '/api/fal/generate-video', caller: 'user' },
  generateGeminiVideo: { method: 'POST', path: '/api/gemini/generate-video', caller: 'user' },
  generateOpenaiImage: { method: 'POST', path: '/api/openai/generate-image', caller: 'user' },
  generateGeminiImage: { method: 'POST', path: '/api/gemini/generate-image', caller: 'user' },
  checkOperation: { method: 'POST', path: '/api/gemini/check-operation', caller: 'user' },
  receiveFalWebhook: { method: 'POST', path: '/api/fal/webhook', caller: 'vendor' },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** An endpoint's path with its `{placeholders}` filled in and escaped. */
export const pathOf = (name: EndpointName, parameters: Record<string, string> = {}): string =>
  endpoints[name].path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = parameters[key];
    if (value === undefined) throw new TypeError(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
