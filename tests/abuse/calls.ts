/** Lists the fields of each call that could contain data of another user. If a new endpoint has no entry, this file does not compile. */
import { randomUUID } from 'node:crypto';
import { productIdOf } from '#lambdas/store/products.ts';
import type { EndpointName } from '#shared/endpoints.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { editRequest } from '../fixtures/edit-order.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { orderRequest } from '../fixtures/order-request.ts';
import { imageQuote } from '../fixtures/quote-request.ts';
import { batchRequest } from '../fixtures/seller.ts';
import { type VictimData, victimProduct, victimSku } from './victim.ts';

/** A field that names a file of the caller, by key or by URL. */
type FileField = {
  /**
   * @param testedFile the tested value of the field
   * @param ownPhoto a photo of the caller for the other fields
   */
  body(testedFile: string, ownPhoto: string): object;
  /** The error code for a file of another user. */
  refusal: ErrorCode;
  /**
   * The error code for a missing file in the caller's folder. A different code shows that the call reads the field and checks the owner.
   */
  missingFileError: ErrorCode;
};

export type CallKind =
  /** A call without a field for an id or a file. The call reads and changes only the caller's data. */
  | { kind: 'own'; body?: (victim: VictimData) => object; query?: string }
  /** A call that contains the id of an object. */
  | { kind: 'id'; refusal: ErrorCode; request(victim: VictimData, email: string): IdRequest }
  /**
   * A call with the id of an object that has no owner. Every caller who knows the random id may read the object. So the test sends ids of
   * other kinds of objects instead.
   */
  | { kind: 'ownerless'; refusal: ErrorCode; request(victim: VictimData, email: string): IdRequest }
  /** A call that contains files as keys or URLs. */
  | { kind: 'files'; fields: Record<string, FileField> }
  /** A call that contains the bytes of a picture instead of a file name. */
  | { kind: 'bytes'; body(text: string): object; refusals: ErrorCode[] }
  /** A call from a vendor. The signature of the call proves the sender. */
  | { kind: 'signed'; refusal: ErrorCode; query?: string };

export type IdRequest = { path?: Record<string, string>; query?: string; body?: object };

/** Describes a call whose body contains pictures in these fields. */
function pictureFields<Field extends string>(
  names: readonly Field[],
  otherFields: () => object = () => ({}),
  refusal: ErrorCode = 'AddressNotAllowed',
): CallKind {
  const field = (name: Field): FileField => ({
    body: (testedFile, ownPhoto) => ({
      ...Object.fromEntries(names.map((other) => [other, other === name ? testedFile : ownPhoto])),
      ...otherFields(),
    }),
    refusal,
    missingFileError: 'UploadNotFound',
  });
  return { kind: 'files', fields: Object.fromEntries(names.map((name) => [name, field(name)])) };
}

const guidedEditBody = { apiMode: 'image-editing', backgroundMode: 'image-guided' } as const;
const evaluationBody = { focusAreas: ['light'], iterationNumber: 1, currentTargetArea: 'light' };
const exampleFields = ['beforeImageUrl', 'afterImageUrl'] as const;

const videoBatch = (uploadKey: string) => batchRequest([{ uploadKey }]);
const imageBatch = (uploadKey: string) => imageRequest(['x'], uploadKey);

/** A result's key ends with the id of its item and the extension. */
const itemIdIn = (resultKey: string): string => /([\w-]+)\.\w+$/.exec(resultKey)?.[1] ?? '';

export const calls: Record<EndpointName, CallKind> = {
  getProfile: { kind: 'own' },
  sendWelcomeMail: { kind: 'own', body: () => ({ language: 'en' }) },
  signOutEverywhere: { kind: 'own' },
  startExport: { kind: 'own', body: ({ exportId }) => ({ exportId }) },
  listTransactions: { kind: 'own' },
  createCheckout: { kind: 'own', body: () => ({ amount: 10, price: 10 }) },
  saveAutoTopUp: { kind: 'own', body: () => ({ isOn: true, consent: 1, threshold: 1, amount: 10, monthlyLimit: 50 }) },
  removeCard: { kind: 'own' },
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
  getAutoTopUp: { kind: 'id', refusal: 'PaymentNotFound', request: ({ cardPageId }) => ({ query: `session_id=${cardPageId}` }) },
  // The victim has agreed to automatic payments. The attacker has not, so the call is refused.
  openCardPage: { kind: 'id', refusal: 'TopUpConsentRequired', request: () => ({ body: { setupId: randomUUID() } }) },
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
  saveMarketplaces: {
    kind: 'own',
    body: () => ({ placements: ['shopee.listing-video'], lengthen: 'cards', cardColour: '#FFFFFF', shadow: 'keep' }),
  },
  nameHistory: {
    kind: 'id',
    refusal: 'BatchNotFound',
    request: ({ batchId }) => ({ path: { kind: 'video', batchId }, body: { name: 'Bags' } }),
  },
  createCheck: { kind: 'own', body: () => ({ sizeBytes: 1000 }) },
  createSellerCheck: { kind: 'own', body: () => ({ sizeBytes: 1000 }) },
  startCheck: { kind: 'ownerless', refusal: 'NotFound', request: ({ downloadId }) => ({ path: { checkId: downloadId } }) },
  verifyFile: { kind: 'ownerless', refusal: 'BadRequest', request: ({ downloadId }) => ({ path: { sha256: downloadId } }) },
  getCheck: { kind: 'ownerless', refusal: 'NotFound', request: ({ downloadId }) => ({ path: { checkId: downloadId } }) },
  startQuote: { kind: 'id', refusal: 'OrderNotFound', request: ({ quoteId }) => ({ path: { quoteId }, body: {} }) },
  getOrder: { kind: 'id', refusal: 'OrderNotFound', request: ({ quoteId: orderId }) => ({ path: { orderId } }) },
  controlOrder: {
    kind: 'id',
    refusal: 'OrderNotFound',
    request: ({ quoteId: orderId }) => ({ path: { orderId }, body: { action: 'stop' } }),
  },
  getDownload: { kind: 'id', refusal: 'DownloadNotFound', request: ({ downloadId }) => ({ path: { downloadId } }) },
  getFinish: { kind: 'id', refusal: 'NotFound', request: ({ finishId }) => ({ path: { finishId } }) },
  getPackage: { kind: 'id', refusal: 'DownloadNotFound', request: ({ packageId }) => ({ path: { packageId } }) },
  getFileNames: { kind: 'own' },
  saveFileNames: { kind: 'own', body: () => ({ template: '{sku}_{n}' }) },
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
      video: { body: (uploadKey) => batchRequest([{ uploadKey }]), refusal: 'UploadNotFound', missingFileError: 'UploadNotFound' },
      image: { body: (uploadKey) => imageRequest(['x'], uploadKey), refusal: 'UploadNotFound', missingFileError: 'UploadNotFound' },
      edit: { body: (uploadKey) => editRequest([uploadKey]), refusal: 'UploadNotFound', missingFileError: 'UploadNotFound' },
      guidance: {
        body: (guidanceKey, ownPhoto) => editRequest([ownPhoto], { settings: guidedEditBody, guidanceKey }),
        refusal: 'UploadNotFound',
        missingFileError: 'UploadNotFound',
      },
    },
  },
  createOrder: {
    kind: 'files',
    fields: {
      // The other batch contains only files of the caller.
      video: {
        body: (testedFile, ownPhoto) => orderRequest([ownPhoto, testedFile].map(videoBatch)),
        refusal: 'UploadNotFound',
        missingFileError: 'UploadNotFound',
      },
      image: {
        body: (testedFile, ownPhoto) => orderRequest([ownPhoto, testedFile].map(imageBatch)),
        refusal: 'UploadNotFound',
        missingFileError: 'UploadNotFound',
      },
    },
  },
  createQuote: {
    kind: 'files',
    fields: {
      photo: {
        // The other item has a photo of the caller.
        body: (testedFile, ownPhoto) => {
          const { items, ...quote } = imageQuote(2, ownPhoto);
          return { ...quote, items: items.map((item, n) => (n === 1 ? { ...item, uploadKey: testedFile } : item)) };
        },
        refusal: 'UploadNotFound',
        missingFileError: 'UploadNotFound',
      },
    },
  },
  createDownload: {
    kind: 'files',
    fields: {
      results: {
        body: (testedFile) => ({ downloadId: randomUUID(), results: [testedFile] }),
        refusal: 'AddressNotAllowed',
        // The call accepts only results.
        missingFileError: 'AddressNotAllowed',
      },
    },
  },
  startFinish: {
    kind: 'files',
    fields: {
      results: {
        body: (testedFile) => ({
          finishId: randomUUID(),
          action: 'start',
          results: [testedFile],
          placements: ['shopee.listing-video', 'shopee.listing-image'],
        }),
        refusal: 'AddressNotAllowed',
        // The call accepts only results.
        missingFileError: 'AddressNotAllowed',
      },
    },
  },
  createPackage: {
    kind: 'files',
    fields: {
      results: {
        body: (testedFile) => ({
          packageId: randomUUID(),
          marketplace: 'shopee',
          results: [testedFile],
          placements: ['shopee.listing-video', 'shopee.listing-image'],
          template: '{sku}_{placement}_{n}',
        }),
        refusal: 'AddressNotAllowed',
        // The call accepts only results.
        missingFileError: 'AddressNotAllowed',
      },
    },
  },
  adoptUpload: {
    kind: 'files',
    fields: {
      // The call accepts only files of the image host.
      secureUrl: {
        body: (secureUrl) => ({ secureUrl, folder: 'temp-images' }),
        refusal: 'AddressNotAllowed',
        missingFileError: 'AddressNotAllowed',
      },
    },
  },
  listProducts: { kind: 'own' },
  // A product id is computed from the SKU. So a product of the caller with this SKU has the same id as the victim's product.
  deleteProducts: { kind: 'own', body: () => ({ productIds: [productIdOf(victimSku)] }) },
  importProducts: {
    kind: 'files',
    fields: {
      uploadKey: {
        body: (uploadKey) => ({ products: [{ ...victimProduct, photos: [{ source: 'a.jpg', uploadKey }] }] }),
        refusal: 'AddressNotAllowed',
        missingFileError: 'UploadNotFound',
      },
    },
  },
  fetchPhoto: {
    kind: 'files',
    fields: {
      // The call accepts only public addresses with https.
      url: { body: (url) => ({ url }), refusal: 'PhotoAddressRefused', missingFileError: 'PhotoAddressRefused' },
    },
  },
  writePrompt: pictureFields(['imageUrl'], () => ({
    aspectRatio: '9:16',
    duration: 8,
    generateAudio: false,
    videoStyle: 'showcase',
    language: 'en',
  })),
  preprocessImage: pictureFields(['imageUrl'], () => ({ targetAspectRatio: '9:16' })),
  outpaintImage: pictureFields(['imageUrl'], () => ({ outpaintParams: { left: 8 }, creativityStrength: 0.3 })),
  cropResult: {
    kind: 'files',
    fields: {
      // The call accepts only results.
      videoUrl: { body: (videoUrl) => ({ videoUrl }), refusal: 'AddressNotAllowed', missingFileError: 'AddressNotAllowed' },
    },
  },
  generateVideo: {
    kind: 'files',
    fields: {
      'image.url': { body: (url) => ({ image: { url }, prompt: 'x' }), refusal: 'AddressNotAllowed', missingFileError: 'UploadNotFound' },
    },
  },
  generateGeminiImage: pictureFields(['imageUrl', ...exampleFields], () => ({ prompt: 'x' })),
  generatePipelineImage: pictureFields(['inputImageUrl', ...exampleFields], () => ({ prompt: 'x' })),
  orderBackgroundRemoval: pictureFields(['imageKey']),
  orderImageEditing: pictureFields(['imageKey', 'guidanceKey'], () => guidedEditBody),
  analyzeTransformation: pictureFields(exampleFields),
  evaluateImage: pictureFields(['currentImageUrl', ...exampleFields, 'originalInputImageUrl'], () => evaluationBody),
  startRun: pictureFields(['inputImageUrl', ...exampleFields], () => ({ runId: randomUUID(), userProvided: ['light'] })),

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
