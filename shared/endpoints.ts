/**
 * All HTTP calls of the product. The page's client, the Lambda functions, the API Gateway routes, the authorizer and the grants
 * read this table.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT';
  path: `/api/${string}`;
  /**
   * The allowed caller. A 'user' needs a Cognito access token. A 'vendor' needs a valid signature of its message. A 'visitor' needs
   * neither, so a call for visitors must not read or change data of users.
   */
  caller: 'user' | 'vendor' | 'visitor';
  /**
   * True for a POST or PUT that may be repeated after a lost response or an outage. A second call of such an endpoint has no additional
   * effect.
   */
  isIdempotent?: true;
};

export const endpoints = {
  getProfile: { method: 'GET', path: '/api/profile', caller: 'user' },
  sendWelcomeMail: { method: 'POST', path: '/api/auth/welcome-email', caller: 'user' },
  startExport: { method: 'POST', path: '/api/account/export', caller: 'user', isIdempotent: true },
  signOutEverywhere: { method: 'POST', path: '/api/auth/sign-out-everywhere', caller: 'user', isIdempotent: true },
  getExport: { method: 'GET', path: '/api/account/export/{exportId}', caller: 'user' },
  saveMarketplaces: { method: 'PUT', path: '/api/account/marketplaces', caller: 'user', isIdempotent: true },
  deleteAccount: { method: 'POST', path: '/api/account/delete', caller: 'user', isIdempotent: true },
  listTransactions: { method: 'GET', path: '/api/credits/transactions', caller: 'user' },
  createCheckout: { method: 'POST', path: '/api/stripe/checkout', caller: 'user' },
  getCheckout: { method: 'GET', path: '/api/stripe/session', caller: 'user' },
  getAutoTopUp: { method: 'GET', path: '/api/auto-top-up', caller: 'user' },
  saveAutoTopUp: { method: 'PUT', path: '/api/auto-top-up', caller: 'user', isIdempotent: true },
  openCardPage: { method: 'POST', path: '/api/auto-top-up/card', caller: 'user' },
  removeCard: { method: 'POST', path: '/api/auto-top-up/card/remove', caller: 'user', isIdempotent: true },
  receiveStripeWebhook: { method: 'POST', path: '/api/stripe/webhook', caller: 'vendor', isIdempotent: true },
  createUpload: { method: 'POST', path: '/api/uploads', caller: 'user', isIdempotent: true },
  getUploadConfig: { method: 'GET', path: '/api/cloudinary/config', caller: 'user' },
  adoptUpload: { method: 'POST', path: '/api/uploads/adopt', caller: 'user', isIdempotent: true },
  createBatch: { method: 'POST', path: '/api/batches', caller: 'user', isIdempotent: true },
  createOrder: { method: 'POST', path: '/api/orders', caller: 'user', isIdempotent: true },
  createQuote: { method: 'POST', path: '/api/quotes', caller: 'user', isIdempotent: true },
  startQuote: { method: 'POST', path: '/api/quotes/{quoteId}/start', caller: 'user', isIdempotent: true },
  getOrder: { method: 'GET', path: '/api/orders/{orderId}', caller: 'user' },
  controlOrder: { method: 'POST', path: '/api/orders/{orderId}/control', caller: 'user', isIdempotent: true },
  listActiveBatches: { method: 'GET', path: '/api/batches', caller: 'user' },
  getBatch: { method: 'GET', path: '/api/batches/{batchId}', caller: 'user' },
  cancelBatch: { method: 'POST', path: '/api/batches/{batchId}/cancel', caller: 'user', isIdempotent: true },
  retryBatch: { method: 'POST', path: '/api/batches/{batchId}/retry', caller: 'user', isIdempotent: true },
  keepItem: { method: 'PUT', path: '/api/batches/{batchId}/items/{itemId}/keep', caller: 'user', isIdempotent: true },
  listHistory: { method: 'GET', path: '/api/history/{kind}', caller: 'user' },
  getHistory: { method: 'GET', path: '/api/history/{kind}/{batchId}', caller: 'user' },
  nameHistory: { method: 'PUT', path: '/api/history/{kind}/{batchId}/name', caller: 'user', isIdempotent: true },
  createDownload: { method: 'POST', path: '/api/downloads', caller: 'user', isIdempotent: true },
  getDownload: { method: 'GET', path: '/api/downloads/{downloadId}', caller: 'user' },
  startFinish: { method: 'POST', path: '/api/finish', caller: 'user', isIdempotent: true },
  getFinish: { method: 'GET', path: '/api/finish/{finishId}', caller: 'user' },
  createPackage: { method: 'POST', path: '/api/packages', caller: 'user', isIdempotent: true },
  getPackage: { method: 'GET', path: '/api/packages/{packageId}', caller: 'user' },
  getFileNames: { method: 'GET', path: '/api/file-names', caller: 'user' },
  saveFileNames: { method: 'PUT', path: '/api/file-names', caller: 'user', isIdempotent: true },
  listProducts: { method: 'GET', path: '/api/products', caller: 'user' },
  importProducts: { method: 'POST', path: '/api/products/import', caller: 'user', isIdempotent: true },
  deleteProducts: { method: 'POST', path: '/api/products/delete', caller: 'user', isIdempotent: true },
  fetchPhoto: { method: 'POST', path: '/api/products/photos', caller: 'user', isIdempotent: true },
  writePrompt: { method: 'POST', path: '/api/ai/generate-prompt', caller: 'user' },
  preprocessImage: { method: 'POST', path: '/api/image/preprocess', caller: 'user' },
  outpaintImage: { method: 'POST', path: '/api/stability/outpaint', caller: 'user' },
  cropResult: { method: 'POST', path: '/api/video/crop', caller: 'user' },
  generateVideo: { method: 'POST', path: '/api/fal/generate-video', caller: 'user' },
  generateGeminiVideo: { method: 'POST', path: '/api/gemini/generate-video', caller: 'user' },
  generateOpenaiImage: { method: 'POST', path: '/api/openai/generate-image', caller: 'user' },
  generateGeminiImage: { method: 'POST', path: '/api/gemini/generate-image', caller: 'user' },
  orderBackgroundRemoval: { method: 'POST', path: '/api/photoroom/remove-background', caller: 'user' },
  orderImageEditing: { method: 'POST', path: '/api/photoroom/image-editing', caller: 'user' },
  getPhotoEdit: { method: 'GET', path: '/api/photoroom/{jobId}', caller: 'user' },
  keepPhotoEdit: { method: 'PUT', path: '/api/photoroom/{jobId}/keep', caller: 'user', isIdempotent: true },
  checkOperation: { method: 'POST', path: '/api/gemini/check-operation', caller: 'user', isIdempotent: true },
  analyzeTransformation: { method: 'POST', path: '/api/openai/analyze-transformation', caller: 'user' },
  evaluateImage: { method: 'POST', path: '/api/openai/evaluate-image', caller: 'user' },
  generatePipelineImage: { method: 'POST', path: '/api/gemini/image-pipeline-generate', caller: 'user' },
  startRun: { method: 'POST', path: '/api/pipeline/runs', caller: 'user', isIdempotent: true },
  listRuns: { method: 'GET', path: '/api/pipeline/runs', caller: 'user' },
  getRun: { method: 'GET', path: '/api/pipeline/runs/{runId}', caller: 'user' },
  stopRun: { method: 'POST', path: '/api/pipeline/runs/{runId}/stop', caller: 'user', isIdempotent: true },
  continueRun: { method: 'POST', path: '/api/pipeline/runs/{runId}/continue', caller: 'user', isIdempotent: true },
  keepRunResult: { method: 'PUT', path: '/api/pipeline/runs/{runId}/keep', caller: 'user', isIdempotent: true },
  createCheck: { method: 'POST', path: '/api/check', caller: 'visitor' },
  createSellerCheck: { method: 'POST', path: '/api/account/check', caller: 'user' },
  startCheck: { method: 'POST', path: '/api/check/{checkId}/start', caller: 'visitor', isIdempotent: true },
  getCheck: { method: 'GET', path: '/api/check/{checkId}', caller: 'visitor' },
  verifyFile: { method: 'GET', path: '/api/verify/{sha256}', caller: 'visitor' },
  receiveFalWebhook: { method: 'POST', path: '/api/fal/webhook', caller: 'vendor', isIdempotent: true },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** Returns whether a call may be repeated after a lost response or an outage. */
export const isRepeatable = (name: EndpointName): boolean => {
  const { method, isIdempotent }: Endpoint = endpoints[name];
  return method === 'GET' || isIdempotent === true;
};

/** POST calls that accept the token of an ended session, because these calls spend no credits and delete nothing. */
const callsWithoutSessionCheck: readonly EndpointName[] = ['sendWelcomeMail', 'signOutEverywhere'];

/**
 * Returns whether a call is refused after its user signed out on all devices, even if the token is still valid. The result is true for
 * every POST and PUT of a user, except `callsWithoutSessionCheck`. So every new call has this check by default.
 */
export const checksSession = (name: EndpointName): boolean =>
  endpoints[name].caller === 'user' && endpoints[name].method !== 'GET' && !callsWithoutSessionCheck.includes(name);

/** Returns the path of an endpoint. Replaces its `{placeholders}` with escaped values. */
export const pathOf = (name: EndpointName, parameters: Record<string, string> = {}): string =>
  endpoints[name].path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = parameters[key];
    if (value === undefined) throw new TypeError(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
