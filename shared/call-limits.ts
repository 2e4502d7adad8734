/**
 * The costs and the limits of each call. Without a row for each endpoint, this file does not compile. docs/security.md lists the calls with
 * costs.
 */
import type { DailyUse } from './daily-limits.ts';
import type { EndpointName } from './endpoints.ts';
import type { UserRate } from './rate-limits.ts';

/** The kinds of costs that a call causes for the operator, in addition to a few reads and writes of rows. */
type Cost = 'vendor request' | 'storage' | 'computing' | 'mail' | 'bonus' | 'payment page';
type Costs = readonly [Cost, ...Cost[]];

/** Daily limits: a count of uses, or the list prices of requests for items (`vendorWorkLimits`). */
type DailyLimit = DailyUse | 'vendorWork' | 'cancelledWork';

/**
 * The limits of a call. A call with costs has a limit per minute or hour, and a daily limit. A call with a rate needs an account, and is
 * refused during the deletion of the account. Each call counts towards the rate of the user and of the IP address. The daily limits apply
 * per person. The code that does the work counts the uses.
 */
export type CallLimit =
  | { costs: Costs; rate: UserRate; daily: readonly [DailyLimit, ...DailyLimit[]] }
  | { costs: readonly []; rate: UserRate }
  /** `none`: a different limit, or the reason why the limits of the firewall and the gateway are enough. */
  | { costs: readonly Cost[]; none: string };

const boundedRead = { costs: [], none: "Reads a bounded number of the caller's own rows." };
const signedMessage = { costs: [], none: 'The function checks the signature of the sender first.' };

export const callLimits = {
  getProfile: { costs: ['bonus'], none: 'A first visit has the rate newAccount, and the installation has a daily limit of bonuses.' },
  sendWelcomeMail: { costs: ['mail'], none: 'Sends only one mail per account. New accounts have the rate newAccount.' },
  signOutEverywhere: { costs: [], none: 'Ends the sessions of the caller. A second call changes nothing.' },
  deleteAccount: { costs: [], none: 'Changes one row. A second call changes nothing.' },
  listTransactions: boundedRead,
  createCheck: { costs: ['storage'], none: 'Counts the files of each network and of all visitors (lambdas/store/checks.ts).' },
  startCheck: { costs: ['computing'], none: 'Starts a check only once, and only if a file was uploaded with a counted form.' },
  getCheck: { costs: [], none: 'Reads one report, which belongs to no user.' },
  verifyFile: { costs: [], none: 'Reads one row, which belongs to no user. Each IP address has the rate verify.' },
  createSellerCheck: { costs: ['storage', 'computing'], rate: 'helper', daily: ['check'] },
  receiveStripeWebhook: signedMessage,
  receiveFalWebhook: signedMessage,
  getUploadConfig: { costs: [], none: 'Returns a setting.' },
  listActiveBatches: boundedRead,
  getBatch: boundedRead,
  listHistory: boundedRead,
  getHistory: boundedRead,
  getDownload: boundedRead,
  getPhotoEdit: boundedRead,
  checkOperation: boundedRead,
  listRuns: boundedRead,
  getRun: boundedRead,
  startExport: { costs: ['storage', 'computing'], rate: 'export', daily: ['export'] },
  getExport: boundedRead,
  createCheckout: { costs: ['payment page'], rate: 'checkout', daily: ['checkout'] },
  getCheckout: { costs: ['vendor request'], rate: 'paymentRead', daily: ['paymentRead'] },
  getAutoTopUp: { costs: ['vendor request'], rate: 'paymentRead', daily: ['paymentRead'] },
  saveAutoTopUp: { costs: [], rate: 'keep' },
  openCardPage: { costs: ['payment page'], rate: 'checkout', daily: ['checkout'] },
  removeCard: { costs: [], rate: 'keep' },
  createUpload: { costs: ['storage'], rate: 'upload', daily: ['upload', 'uploadBytes'] },
  adoptUpload: { costs: ['storage'], rate: 'upload', daily: ['upload', 'uploadBytes'] },
  createBatch: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork'] },
  // Each batch of an order counts towards the rate limit like one call of createBatch.
  createOrder: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork'] },
  createQuote: { costs: ['storage', 'computing'], rate: 'order', daily: ['quote'] },
  startQuote: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork'] },
  controlOrder: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork'] },
  getOrder: boundedRead,
  retryBatch: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork'] },
  cancelBatch: { costs: ['vendor request'], rate: 'order', daily: ['cancelledWork'] },
  keepItem: { costs: [], rate: 'keep' },
  keepPhotoEdit: { costs: [], rate: 'keep' },
  keepRunResult: { costs: [], rate: 'keep' },
  nameHistory: { costs: [], rate: 'keep' },
  saveMarketplaces: { costs: [], rate: 'keep' },
  startFinish: { costs: ['storage', 'computing'], rate: 'helper', daily: ['finish'] },
  getFinish: boundedRead,
  createPackage: { costs: ['storage', 'computing'], rate: 'helper', daily: ['package'] },
  getPackage: boundedRead,
  getFileNames: boundedRead,
  saveFileNames: { costs: [], rate: 'keep' },
  createDownload: { costs: ['storage', 'computing'], rate: 'helper', daily: ['download'] },
  listProducts: boundedRead,
  importProducts: { costs: ['storage', 'computing'], rate: 'helper', daily: ['productImport'] },
  deleteProducts: { costs: [], rate: 'keep' },
  fetchPhoto: { costs: ['storage'], rate: 'upload', daily: ['upload', 'uploadBytes'] },
  writePrompt: { costs: ['vendor request'], rate: 'helper', daily: ['aiWrite'] },
  preprocessImage: { costs: ['storage', 'computing'], rate: 'helper', daily: ['preprocess'] },
  outpaintImage: { costs: ['vendor request', 'storage'], rate: 'helper', daily: ['outpaint'] },
  cropResult: { costs: ['storage', 'computing'], rate: 'helper', daily: ['crop'] },
  analyzeTransformation: { costs: ['vendor request'], rate: 'helper', daily: ['analyze'] },
  evaluateImage: { costs: ['vendor request'], rate: 'helper', daily: ['evaluate'] },
  generateVideo: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork', 'upload', 'uploadBytes'] },
  generateGeminiVideo: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork', 'upload', 'uploadBytes'] },
  generateOpenaiImage: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork', 'upload', 'uploadBytes'] },
  generateGeminiImage: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork', 'upload', 'uploadBytes'] },
  generatePipelineImage: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork', 'upload', 'uploadBytes'] },
  orderBackgroundRemoval: {
    costs: ['vendor request', 'storage'],
    rate: 'order',
    daily: ['vendorWork', 'photoEdit', 'upload', 'uploadBytes'],
  },
  orderImageEditing: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork', 'photoEdit', 'upload', 'uploadBytes'] },
  startRun: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork', 'runJudgement'] },
  stopRun: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['cancelledWork'] },
  continueRun: { costs: ['vendor request', 'storage'], rate: 'order', daily: ['vendorWork', 'runJudgement'] },
} as const satisfies Record<EndpointName, CallLimit>;

type CallLimits = typeof callLimits;
export type LimitedEndpoint = { [Name in EndpointName]: CallLimits[Name] extends { rate: UserRate } ? Name : never }[EndpointName];
export type UnlimitedEndpoint = Exclude<EndpointName, LimitedEndpoint>;

export const isLimited = (name: EndpointName): name is LimitedEndpoint => 'rate' in callLimits[name];
