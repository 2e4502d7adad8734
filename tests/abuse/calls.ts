/** Describes for each call where it could accept data of another user. If a new endpoint has no entry, this file does not compile. */
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '#shared/endpoints.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { editRequest } from '../fixtures/edit-order.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { orderRequest } from '../fixtures/order-request.ts';
import { batchRequest } from '../fixtures/seller.ts';
import type { Belongings } from './victim.ts';

/** A field that names a file of the caller, by key or by URL. */
type FileField = {
  /** @param named the tested value of the field; @param own a photo of the caller for the other fields */
  body(named: string, own: string): object;
  /** The error code for a file of another user. */
  refusal: ErrorCode;
  /**
   * The error code for a missing file in the caller's folder. A different code shows that the call reads the field and checks the owner.
   */
  missing: ErrorCode;
};

export type CallKind =
  /** A call without a field for an id or a file. It only works with the caller's data. */
  | { kind: 'own'; body?: (theirs: Belongings) => object; query?: string }
  /** Names an object by its id. */
  | { kind: 'id'; refusal: ErrorCode; request(theirs: Belongings, email: string): IdRequest }
  /** Names files. */
  | { kind: 'files'; fields: Record<string, FileField> }
  /** Contains the bytes of a picture, and no name. */
  | { kind: 'bytes'; body(text: string): object; refusals: ErrorCode[] }
  /** Comes from a vendor; its signature proves that. */
  | { kind: 'signed'; refusal: ErrorCode; query?: string };

export type IdRequest = { path?: Record<string, string>; query?: string; body?: object };

/** Returns the fields of the body that name a picture. */
function pictures<Field extends string>(
  names: readonly Field[],
  rest: () => object = () => ({}),
  refusal: ErrorCode = 'AddressNotAllowed',
): CallKind {
  const field = (name: Field): FileField => ({
    body: (named, own) => ({ ...Object.fromEntries(names.map((other) => [other, other === name ? named : own])), ...rest() }),
    refusal,
    missing: 'UploadNotFound',
  });
  return { kind: 'files', fields: Object.fromEntries(names.map((name) => [name, field(name)])) };
}

const guided = { apiMode: 'image-editing', backgroundMode: 'image-guided' } as const;
const judged = { focusAreas: ['light'], iterationNumber: 1, currentTargetArea: 'light' };
const example = ['beforeImageUrl', 'afterImageUrl'] as const;

const videoOf = (uploadKey: string) => batchRequest([{ uploadKey }]);
const imageOf = (uploadKey: string) => imageRequest(['x'], uploadKey);

/** A result's key ends with the id of its item and the extension. */
const itemIdIn = (resultKey: string): string => /([\w-]+)\.\w+$/.exec(resultKey)?.[1] ?? '';

export const calls: Record<EndpointName, CallKind> = {
  getProfile: { kind: 'own' },
  sendWelcomeMail: { kind: 'own', body: () => ({ language: 'en' }) },
  signOutEverywhere: { kind: 'own' },
  startExport: { kind: 'own', body: ({ exportId }) => ({ exportId }) },
  listTransactions: { kind: 'own' },
  createCheckout: { kind: 'own', body: () => ({ amount: 10, price: 10 }) },
  createUpload: {
    kind: 'own',
    body: ({ uploadKey: key }) => ({ fileName: key, contentType: 'image/jpeg', sizeBytes: 1000, folder: 'temp-images', key }),
  },
  getUploadConfig: { kind: 'own' },
  listActiveBatches: { kind: 'own', query: 'active=true' },
  listHistory: { kind: 'own' },
  listRuns: { kind: 'own' },

  getExport: { kind: 'id', refusal: 'DownloadNotFound', request: ({ exportId }) => ({ path: { exportId } }) },
  deleteAccount: { kind: 'id', refusal: 'ConfirmationMismatch', request: (_, confirmation) => ({ body: { confirmation } }) },
  getCheckout: { kind: 'id', refusal: 'PaymentNotFound', request: ({ sessionId }) => ({ query: `session_id=${sessionId}` }) },
  getBatch: { kind: 'id', refusal: 'BatchNotFound', request: ({ batchId }) => ({ path: { batchId } }) },
  cancelBatch: { kind: 'id', refusal: 'BatchNotFound', request: ({ runningId: batchId }) => ({ path: { batchId }, body: {} }) },
  retryBatch: {
    kind: 'id',
    refusal: 'BatchNotFound',
    request: ({ batchId }) => ({ path: { batchId }, body: { batchId: randomUUID() } }),
  },
  keepItem: {
    kind: 'id',
    refusal: 'BatchNotFound',
    request: ({ batchId, resultKey }) => ({ path: { batchId, itemId: itemIdIn(resultKey) }, body: { keep: true } }),
  },
  keepPhotoEdit: { kind: 'id', refusal: 'OperationNotFound', request: ({ jobId }) => ({ path: { jobId }, body: { keep: true } }) },
  keepRunResult: { kind: 'id', refusal: 'RunNotFound', request: ({ runId }) => ({ path: { runId }, body: { keep: true } }) },
  getHistory: { kind: 'id', refusal: 'BatchNotFound', request: ({ batchId }) => ({ path: { kind: 'video', batchId } }) },
  getDownload: { kind: 'id', refusal: 'DownloadNotFound', request: ({ downloadId }) => ({ path: { downloadId } }) },
  getPhotoEdit: { kind: 'id', refusal: 'OperationNotFound', request: ({ jobId }) => ({ path: { jobId } }) },
  checkOperation: {
    kind: 'id',
    refusal: 'OperationNotFound',
    request: ({ operationId }) => ({ body: { operationName: `operations/${operationId}` } }),
  },
  getRun: { kind: 'id', refusal: 'RunNotFound', request: ({ runId }) => ({ path: { runId } }) },
  stopRun: { kind: 'id', refusal: 'RunNotFound', request: ({ runId }) => ({ path: { runId }, body: {} }) },
  continueRun: { kind: 'id', refusal: 'RunNotFound', request: ({ runId }) => ({ path: { runId }, body: {} }) },

  createBatch: {
    kind: 'files',
    fields: {
      video: { body: (uploadKey) => batchRequest([{ uploadKey }]), refusal: 'UploadNotFound', missing: 'UploadNotFound' },
      image: { body: (uploadKey) => imageRequest(['x'], uploadKey), refusal: 'UploadNotFound', missing: 'UploadNotFound' },
      edit: { body: (uploadKey) => editRequest([uploadKey]), refusal: 'UploadNotFound', missing: 'UploadNotFound' },
      guidance: {
        body: (guidanceKey, own) => editRequest([own], { settings: guided, guidanceKey }),
        refusal: 'UploadNotFound',
        missing: 'UploadNotFound',
      },
    },
  },
  createOrder: {
    kind: 'files',
    fields: {
      // The other batch has only own files.
      video: { body: (named, own) => orderRequest([own, named].map(videoOf)), refusal: 'UploadNotFound', missing: 'UploadNotFound' },
      image: { body: (named, own) => orderRequest([own, named].map(imageOf)), refusal: 'UploadNotFound', missing: 'UploadNotFound' },
    },
  },
  createDownload: {
    kind: 'files',
    fields: {
      results: {
        body: (named) => ({ downloadId: randomUUID(), results: [named] }),
        refusal: 'AddressNotAllowed',
        // The call accepts results only.
        missing: 'AddressNotAllowed',
      },
    },
  },
  adoptUpload: {
    kind: 'files',
    fields: {
      // The call accepts files of the image host only.
      secureUrl: {
        body: (secureUrl) => ({ secureUrl, folder: 'temp-images' }),
        refusal: 'AddressNotAllowed',
        missing: 'AddressNotAllowed',
      },
    },
  },
  writePrompt: pictures(['imageUrl'], () => ({
    aspectRatio: '9:16',
    duration: 8,
    generateAudio: false,
    videoStyle: 'showcase',
    language: 'en',
  })),
  preprocessImage: pictures(['imageUrl'], () => ({ targetAspectRatio: '9:16' })),
  outpaintImage: pictures(['imageUrl'], () => ({ outpaintParams: { left: 8 }, creativityStrength: 0.3 })),
  cropResult: {
    kind: 'files',
    fields: {
      // The call accepts results only.
      videoUrl: { body: (videoUrl) => ({ videoUrl }), refusal: 'AddressNotAllowed', missing: 'AddressNotAllowed' },
    },
  },
  generateVideo: {
    kind: 'files',
    fields: {
      'image.url': { body: (url) => ({ image: { url }, prompt: 'x' }), refusal: 'AddressNotAllowed', missing: 'UploadNotFound' },
    },
  },
  generateGeminiImage: pictures(['imageUrl', ...example], () => ({ prompt: 'x' })),
  generatePipelineImage: pictures(['inputImageUrl', ...example], () => ({ prompt: 'x' })),
  orderBackgroundRemoval: pictures(['imageKey']),
  orderImageEditing: pictures(['imageKey', 'guidanceKey'], () => guided),
  analyzeTransformation: pictures(example),
  evaluateImage: pictures(['currentImageUrl', ...example, 'originalInputImageUrl'], () => judged),
  startRun: pictures(['inputImageUrl', ...example], () => ({ runId: randomUUID(), userProvided: ['light'] })),

  // The Gemini video call is disabled, because fal is the video vendor.
  generateGeminiVideo: { kind: 'bytes', body: (image) => ({ image, prompt: 'x' }), refusals: ['VideoRouteOff'] },
  generateOpenaiImage: {
    kind: 'bytes',
    body: (imageBase64) => ({ imageBase64, prompt: 'x', aspectRatio: '1:1' }),
    refusals: ['ImageUnreadable', 'ImageTypeUnsupported', 'ImageRequired'],
  },

  receiveStripeWebhook: { kind: 'signed', refusal: 'BadRequest' },
  receiveFalWebhook: { kind: 'signed', refusal: 'BadSignature', query: 'batch=b&index=0&attempt=1&proof=x' },
};
