/** The limit of each call, or the reason why it has no limit. The compiler requires a row for each endpoint. */
import type { DailyUse } from './daily-limits.ts';
import type { EndpointName } from './endpoints.ts';
import type { Rate } from './rate-limits.ts';

type CallLimit =
  /**
   * The call needs an account that is not being deleted. Each call counts towards the rate limit `rate`. The uses of the daily limit
   * `daily` are counted by the code that does the work.
   */
  | { rate: Rate; daily?: DailyUse }
  /** Reason why only the limits of the firewall and the gateway apply. */
  | { none: string };

const boundedRead = { none: "Reads a bounded number of the caller's own rows." };
const signedMessage = { none: 'The function checks the signature of the sender first.' };

export const callLimits = {
  getProfile: { none: 'Reads one row. A first visit is limited by the rate newAccount.' },
  sendWelcomeMail: { none: 'Sends only one mail per account.' },
  signOutEverywhere: { none: 'Ends the sessions of the caller. A second call changes nothing.' },
  deleteAccount: { none: 'Changes one row. A second call changes nothing.' },
  listTransactions: boundedRead,
  receiveStripeWebhook: signedMessage,
  receiveFalWebhook: signedMessage,
  getUploadConfig: { none: 'Returns a setting.' },
  listActiveBatches: boundedRead,
  getBatch: boundedRead,
  listHistory: boundedRead,
  getHistory: boundedRead,
  getDownload: boundedRead,
  getPhotoEdit: boundedRead,
  checkOperation: boundedRead,
  listRuns: boundedRead,
  getRun: boundedRead,
  startExport: { rate: 'export' },
  getExport: boundedRead,
  createCheckout: { rate: 'checkout', daily: 'checkout' },
  getCheckout: { rate: 'paymentRead', daily: 'paymentRead' },
  createUpload: { rate: 'upload', daily: 'uploadBytes' },
  adoptUpload: { rate: 'upload', daily: 'uploadBytes' },
  createBatch: { rate: 'order' },
  // Each batch of an order counts towards the rate limit like one call of createBatch.
  createOrder: { rate: 'order' },
  retryBatch: { rate: 'order' },
  cancelBatch: { rate: 'order' },
  keepItem: { rate: 'keep' },
  keepPhotoEdit: { rate: 'keep' },
  keepRunResult: { rate: 'keep' },
  nameHistory: { rate: 'keep' },
  startFinish: { rate: 'helper', daily: 'finish' },
  getFinish: boundedRead,
  createDownload: { rate: 'helper', daily: 'download' },
  writePrompt: { rate: 'helper', daily: 'aiWrite' },
  preprocessImage: { rate: 'helper', daily: 'preprocess' },
  outpaintImage: { rate: 'helper', daily: 'outpaint' },
  cropResult: { rate: 'helper', daily: 'crop' },
  analyzeTransformation: { rate: 'helper', daily: 'analyze' },
  evaluateImage: { rate: 'helper', daily: 'evaluate' },
  generateVideo: { rate: 'order' },
  generateGeminiVideo: { rate: 'order' },
  generateOpenaiImage: { rate: 'order' },
  generateGeminiImage: { rate: 'order' },
  generatePipelineImage: { rate: 'order' },
  orderBackgroundRemoval: { rate: 'order', daily: 'photoEdit' },
  orderImageEditing: { rate: 'order', daily: 'photoEdit' },
  startRun: { rate: 'order' },
  stopRun: { rate: 'order' },
  continueRun: { rate: 'order' },
} as const satisfies Record<EndpointName, CallLimit>;

type CallLimits = typeof callLimits;
export type LimitedEndpoint = { [Name in EndpointName]: CallLimits[Name] extends { rate: Rate } ? Name : never }[EndpointName];
export type UnlimitedEndpoint = Exclude<EndpointName, LimitedEndpoint>;

export const isLimited = (name: EndpointName): name is LimitedEndpoint => 'rate' in callLimits[name];
