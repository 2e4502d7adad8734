import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { limitSize } from './body.ts';
import { quoteEtag } from './object-operations.ts';
import { type PostFields, verifyPostPolicy } from './post-policy.ts';
import { requireHeaderValues, type S3Response, type Services } from './request.ts';
import { accessDenied, incompleteBody, invalidArgument, notImplemented, S3Error } from './s3-error.ts';
import { encodePath } from './signature.ts';
import type { StoredObject } from './stored-object.ts';

type Form = { fields: PostFields; file: Readable };

/** S3's limit for all fields except the file. */
const fieldBytesMax = 20 * 1024;
const fieldCountMax = 100;

/** A policy may also allow other fields, but they are not implemented. */
const supportedFields = /^(key|bucket|policy|content-type|x-amz-(algorithm|credential|date|signature|security-token))$/;

/** Handles a browser's upload by presigned POST. Checks the policy before it stores the first byte of the file. */
export async function postObject(incoming: IncomingMessage, bucket: string, services: Services): Promise<S3Response> {
  const { store, credentials, isAllowed, now } = services;
  const object = await receiveForm(incoming, ({ fields, file }) => {
    const { accessKeyId, limits } = verifyPostPolicy({ bucket, fields }, credentials, now());
    const unsupported = [...fields.keys()].find((name) => !supportedFields.test(name));
    if (unsupported) throw notImplemented(`POST with the field ${unsupported}`);
    const key = fields.get('key');
    if (!key) throw invalidArgument("Bucket POST must contain a field named 'key'.");
    if (!isAllowed(accessKeyId, 's3:PutObject', bucket, key)) throw accessDenied();
    if (key.includes('${filename}')) throw notImplemented('POST with ${filename}');
    const contentType = fields.get('content-type') || undefined;
    requireHeaderValues({ 'content-type': contentType });
    return store.putObject(bucket, key, limitSize(file, limits), { contentType });
  });
  const location = `http://${incoming.headers.host}${encodePath(`/${bucket}/${object.key}`)}`;
  return { status: 204, headers: { etag: quoteEtag(object), location } };
}

/** Reads the fields and passes the incoming file to `storeFile`. Stops reading if `storeFile` rejects. */
function receiveForm(incoming: IncomingMessage, storeFile: (form: Form) => Promise<StoredObject>): Promise<StoredObject> {
  const { promise, resolve, reject } = Promise.withResolvers<StoredObject>();
  const fields = new Map<string, string>();
  const form = openForm(incoming);
  let pendingStore: Promise<StoredObject> | undefined;
  let fieldBytes = 0;
  let isRejected = false;

  /** Waits until `storeFile` has ended, and then rejects. So no part of the file remains when the caller gets the error. */
  const rejectForm = async (error: unknown) => {
    isRejected = true;
    form.destroy();
    await Promise.allSettled([pendingStore]);
    reject(error);
  };
  const onClose = () => {
    if (!incoming.complete) void rejectForm(incompleteBody());
  };

  form.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    const field = name.toLowerCase();
    fieldBytes += name.length + Buffer.byteLength(value);
    if (isRejected || pendingStore) return; // S3 ignores fields after the file.
    if (nameTruncated || valueTruncated || fieldBytes > fieldBytesMax) void rejectForm(tooManyFieldsError());
    else if (fields.has(field)) void rejectForm(invalidArgument(`The form has the field ${field} more than once.`));
    else fields.set(field, value);
  });
  form.on('fieldsLimit', () => void rejectForm(tooManyFieldsError()));
  form.on('file', (name, file) => {
    // If the file is incomplete, the file stream emits an error event. Without this listener, the event would end the process.
    file.on('error', () => {});
    // The parser continues to the end of its chunk, even after a rejection of the fields. But the file of a rejected form must not be
    // stored.
    if (isRejected) return void file.resume();
    if (name.toLowerCase() !== 'file') return void rejectForm(oneFileError());
    pendingStore = (async () => storeFile({ fields, file }))();
    pendingStore.then(resolve, rejectForm);
  });
  form.on('error', (error) => void rejectForm(malformedForm(error)));
  form.on('close', () => {
    if (!pendingStore) void rejectForm(oneFileError());
  });
  incoming.on('close', onClose);
  incoming.pipe(form);

  return promise.finally(() => {
    incoming.off('close', onClose);
    incoming.unpipe(form);
  });
}

function openForm({ headers }: IncomingMessage): busboy.Busboy {
  const limits = { fieldSize: fieldBytesMax, fields: fieldCountMax, files: 1 };
  try {
    return busboy({ headers, defParamCharset: 'utf8', limits });
  } catch (error) {
    throw malformedForm(error);
  }
}

const oneFileError = () => invalidArgument('POST requires exactly one file upload per request.');

const tooManyFieldsError = () =>
  new S3Error(400, 'MaxPostPreDataLengthExceeded', 'Your POST request fields preceding the upload file were too large.');

const malformedForm = (cause: unknown) =>
  Object.assign(new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart/form-data.'), {
    cause,
  });
