/**
 * All errors of the product. Each code is the name of an error, the `ErrorEquals` of Step Functions, the `code` of a response, and the
 * locale key `errors.<code>`. The retry lists of the state machines are computed from this table.
 */
export type RetryClass = 'never' | 'vendor-busy' | 'conflict';

/** Class of the text on a failed tile (docs/spec.md 18.3). */
export type GenerationFailure =
  | 'content_policy'
  | 'server_error'
  | 'service_timeout'
  | 'rate_limit'
  | 'invalid_input'
  | 'generation_failed';

type ErrorRule = {
  /** HTTP status of a response with this error. */
  status: number;
  retry: RetryClass;
  /** English text in the response. The page shows its translation. */
  message: string;
  /** Set for errors that a failed tile can show. */
  tile?: GenerationFailure;
};

const rule = (status: number, message: string, tile?: GenerationFailure, retry: RetryClass = 'never'): ErrorRule => ({
  status,
  retry,
  message,
  ...(tile && { tile }),
});

export const errors = {
  // Caller and request
  Unauthorized: rule(401, 'Please sign in to continue.'),
  BadRequest: rule(400, 'The request is not valid.'),
  RequestTooLarge: rule(413, 'The request is too large.'),
  NotFound: rule(404, 'There is nothing at this address.'),
  ConfirmationMismatch: rule(400, 'Type the e-mail address of this account to delete it.'),
  AccountDeleted: rule(410, 'This account is deleted.'),
  BadSignature: rule(401, 'The signature of this message is not valid.'),
  TooManyRequests: rule(429, 'That was too often in a short time. Please wait a little and try again.'),
  InternalError: rule(500, 'Something went wrong on our side. Nothing was charged.', 'server_error'),
  ServiceBusy: rule(503, 'Our service is very busy right now. Please try again in a moment.', 'server_error', 'conflict'),

  // Credits
  InsufficientCredits: rule(402, 'Insufficient credits'),

  // Top-ups
  NotYours: rule(403, 'This request names another account.'),
  AccountNotFound: rule(404, 'No user or profile found'),
  TopUpAmountInvalid: rule(400, 'Please enter a valid amount (minimum $1)'),
  TopUpAmountTooLarge: rule(400, 'Please enter an amount of at most $1,000'),
  PriceMismatch: rule(400, 'The price has changed. Please look at it again.'),
  CheckoutUnavailable: rule(500, 'Failed to initialize Stripe'),
  CheckoutFailed: rule(502, 'Failed to create checkout session'),
  PaymentNotFound: rule(404, 'This payment does not exist.'),
  PaymentUnreadable: rule(502, 'The payment service did not answer.'),
  TopUpConsentRequired: rule(409, 'Agree to the automatic payments first.'),
  TopUpLimitTooLow: rule(400, 'The monthly limit is lower than the price of one top-up.'),
  TopUpRunning: rule(409, 'A top-up is running. Please try again in a few minutes.'),

  // Batches
  BatchNotFound: rule(404, 'This batch does not exist.'),
  EmptyBatch: rule(400, 'Add at least one photo with a prompt.'),
  BatchTooLarge: rule(400, 'A batch can hold 100 items at most.'),
  EditBatchTooLarge: rule(400, 'A batch can hold 50 photo edits at most.'),
  NothingToCancel: rule(409, 'This is finished or being stored already, and can no longer be cancelled.'),
  NothingToRetry: rule(409, 'There is nothing in this batch that failed.'),
  NothingToKeep: rule(409, 'Only a delivered result can be kept.'),
  Cancelled: rule(409, 'You cancelled this video. It was not charged.'),
  DuplicateItem: rule(400, 'Two items of this batch have the same id.'),
  BatchIdReused: rule(409, 'This batch id was already used for a different batch.'),
  ActiveBatchLimit: rule(409, 'Three batches are running already. Start this one when one of them has ended.'),
  ActiveOperationLimit: rule(409, 'Twenty videos or images are being made already. Start this one when one of them has ended.'),
  OperationNotFound: rule(404, 'This operation does not exist.'),
  OrderNotFound: rule(404, 'This order does not exist.'),
  OrderTooLarge: rule(400, 'An order can hold 2,000 items at most.'),
  OrderStarted: rule(409, 'This order was already started with other settings.'),
  OrderEnded: rule(409, 'This order has already ended.'),
  ActiveOrderLimit: rule(409, 'Three large orders are open already. Start this one when one of them has ended.'),
  QuoteExpired: rule(409, 'This quote is older than 24 hours. Please look at the price again.'),
  StartTimeInvalid: rule(400, 'This start time has passed, or is after the quote expires.'),
  CeilingTooLow: rule(400, 'This spending limit is too low for the next item.'),
  FieldUnknown: rule(400, 'The prompt contains a field that no product has.'),
  SkuNotFound: rule(400, 'This order contains no product with this SKU.'),
  PromptRequired: rule(400, 'Each photo needs a prompt.'),
  PromptTooLong: rule(400, 'A prompt can have 2,000 characters at most.'),
  UnknownModel: rule(400, 'This model does not exist.'),
  DurationUnsupported: rule(400, 'This model makes videos of 8 seconds only.'),
  ResolutionUnsupported: rule(400, 'This model does not offer this resolution.'),
  RatioUnsupported: rule(400, 'This model does not offer this aspect ratio.'),

  // Photos
  UploadNotFound: rule(404, 'This upload does not exist.', 'invalid_input'),
  ImageTooLarge: rule(400, 'File too large. Maximum size is 8MB', 'invalid_input'),
  ImageTypeUnsupported: rule(400, 'Unsupported format. Use JPEG, PNG, WebP, GIF or AVIF.', 'invalid_input'),
  ImageTypeMismatch: rule(400, 'The file is not the kind of image it says it is.', 'invalid_input'),
  ImageDimensions: rule(400, 'A photo must measure between 64 and 8192 pixels on each side.', 'invalid_input'),
  ImageUnreadable: rule(400, 'Corrupted or invalid image', 'invalid_input'),
  PipelineImageTooLarge: rule(400, 'Image file size must be less than 10MB', 'invalid_input'),
  PipelineImageTypeUnsupported: rule(400, 'Please upload a valid image file (JPEG, PNG, or WebP)', 'invalid_input'),

  // Products
  ProductsFull: rule(409, 'An account can hold 10,000 products at most.'),
  ProductStorageFull: rule(409, 'The photos of your products use all of your storage. Delete products you no longer need.'),
  PhotoAddressRefused: rule(400, 'Only public https addresses can be fetched.'),
  PhotoAddressFailed: rule(422, 'The photo could not be fetched from its address.'),

  // Image host that replaces our own storage
  UploadHostUnknown: rule(502, 'Failed to get Cloudinary config', 'generation_failed'),
  UploadHostFailed: rule(502, 'Cloudinary upload failed', 'service_timeout'),

  ImageRequired: rule(400, 'Please upload an image first'),
  GuidanceRequired: rule(400, 'Please select a valid image file for background guidance'),
  ImageNeedsUpload: rule(413, 'No File object available for large image upload', 'invalid_input'),

  // Vendors
  VendorBusy: rule(429, 'The video service is busy.', 'rate_limit', 'vendor-busy'),
  VendorServerError: rule(502, 'The video service had an error.', 'server_error', 'vendor-busy'),
  VendorUnreachable: rule(504, 'The video service did not answer.', 'service_timeout', 'vendor-busy'),
  VendorTimeout: rule(504, 'The video took too long and was stopped.', 'service_timeout'),
  VendorRefused: rule(422, 'The video service refused this photo or prompt because of its content policy.', 'content_policy'),
  VendorRejectedInput: rule(400, 'The video service could not use this photo or prompt.', 'invalid_input'),
  VendorMisconfigured: rule(500, 'The video service is not set up correctly.', 'generation_failed'),
  VendorMalformedAnswer: rule(502, 'FAL AI did not return a video URL', 'generation_failed'),
  ResultUnavailable: rule(502, 'The finished video could not be fetched.', 'generation_failed', 'vendor-busy'),
  ResultNotAsOrdered: rule(502, 'The video delivered is not what was ordered.', 'generation_failed'),
  GenerationFailed: rule(502, 'The video could not be made.', 'generation_failed'),

  // Frames of any ratio
  PreprocessingFailed: rule(500, 'Cloudinary preprocessing failed', 'generation_failed'),
  OutpaintingRefused: rule(422, 'Outpainting failed: the service refused this photo because of its content policy.', 'content_policy'),
  OutpaintingFailed: rule(502, 'Outpainting failed: the photo could not be extended.', 'generation_failed'),
  OutpaintingInvalid: rule(502, 'Outpainting did not return a valid image', 'generation_failed'),
  CropFailed: rule(500, 'The video could not be cropped. It is there as it was made.'),
  NothingToCrop: rule(409, 'This video needs no cropping.'),

  // Content credentials
  SigningKeyMissing: rule(503, 'The result could not be signed on our side. Nothing was charged.', 'server_error'),

  // Downloads
  DownloadNotFound: rule(404, 'This archive does not exist any more.'),
  DownloadTooLarge: rule(413, 'That is more than one archive can hold.'),
  NamesClash: rule(409, 'Two files of the package would have the same name. Add {n} to the template.'),

  // Free calls with limits
  AiWriteImageTooLarge: rule(400, 'Image too large. Please use images smaller than 5MB.'),
  AiWriteFailed: rule(502, 'Please try again or check your internet'),
  DailyLimit: rule(429, 'That is all for today. Please try again tomorrow.'),
  DailyWorkLimit: rule(
    429,
    "This account has reached today's limit. Nothing was charged. Please try again tomorrow, or add credits for a higher limit.",
    'rate_limit',
  ),
  CancelLimit: rule(
    409,
    'The video service is already working on this, and too much was cancelled today. It is finished, and charged when it is delivered.',
  ),
  AddressNotAllowed: rule(400, 'Only addresses of your own uploads and results can be used.'),
  VideoRouteOff: rule(501, 'This video route is not switched on. Use POST /api/batches.'),

  // Before/after runs (docs/spec.md 10.2, 10.8)
  BeforeImageRequired: rule(400, 'Before image is required'),
  AfterImageRequired: rule(400, 'After image is required'),
  InputImageRequired: rule(400, 'Input image is required'),
  FocusAreaRequired: rule(400, 'Choose or add at least one focus area.'),
  FocusAreaTooLong: rule(400, 'A focus area can have 100 characters at most.'),
  TooManyFocusAreas: rule(400, 'A run can have 20 focus areas at most.'),
  RunNotFound: rule(404, 'This run does not exist.'),
  NothingToStop: rule(409, 'This run has ended already.'),
  NothingToContinue: rule(409, 'This run is not paused.'),
  EvaluationFailed: rule(502, 'Image evaluation failed'),
  AnalysisFailed: rule(502, 'Transformation analysis failed'),
  PipelineGenerationFailed: rule(502, 'Pipeline image generation failed'),

  // Ledger
  LedgerConflict: rule(503, 'Your balance is being changed by something else. Please try again.', undefined, 'conflict'),
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errors;

export const isErrorCode = (text: unknown): text is ErrorCode => typeof text === 'string' && Object.hasOwn(errors, text);

/** Returns the codes of a retry class, for the Retry lists of state machines. */
export const codesOf = (retry: RetryClass): ErrorCode[] =>
  (Object.keys(errors) as ErrorCode[]).filter((code) => errors[code].retry === retry);

/** Returns the text class of a failed tile for a code. */
export const tileOf = (code: ErrorCode): GenerationFailure => (errors[code] as ErrorRule).tile ?? 'generation_failed';

/**
 * Text classes for messages without a code (docs/spec.md 18.3). The first pattern that matches is used. Numbers match whole words only,
 * because an id may contain '500'.
 */
const failurePatterns: [RegExp, GenerationFailure][] = [
  [/\b422\b|content_policy_violation|content checker/i, 'content_policy'],
  [/\b500\b|internal server error/i, 'server_error'],
  [/\b504\b|timeout|gateway timeout|downstream[ _]service[ _]error/i, 'service_timeout'],
  [/\b429\b|rate limit/i, 'rate_limit'],
  [/\b400\b|bad request/i, 'invalid_input'],
];

/** Returns the text class of a failed tile for a message without a code. */
export const tileOfText = (text: string): GenerationFailure =>
  failurePatterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'generation_failed';

/** Error class of the product's own code. The name is the code, so that Step Functions can match the error. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  /** True only if the vendor certainly did not bill the failed request. */
  readonly isUnbilled: boolean;
  constructor(
    code: ErrorCode,
    options: { cause?: unknown; details?: Record<string, unknown>; message?: string; isUnbilled?: boolean } = {},
  ) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.name = code;
    this.code = code;
    this.details = options.details;
    this.isUnbilled = options.isUnbilled ?? false;
  }
}
