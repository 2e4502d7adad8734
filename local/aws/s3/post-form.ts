import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { withinSize } from './body.ts';
import { quoted } from './object-operations.ts';
import { type PostFields, verifyPostPolicy } from './post-policy.ts';
import { type Answer, requireHeaderValues, type Services } from './request.ts';
import { accessDenied, incompleteBody, invalidArgument, notImplemented, S3Error } from './s3-error.ts';
import { encodePath } from './signature.ts';
import type { StoredObject } from './stored-object.ts';

type Form = { fields: PostFields; file: Readable };

/** S3's limit for all fields except the file. */
const fieldBytesMax = 20 * 1024;
const fieldCountMax = 100;

/** Other fields that a policy may allow are not implemented. */
const supportedFields = /^(key|bucket|policy|content-type|x-amz-(algorithm|credential|date|signature|security-token))$/;

/** Handles a browser's upload by presigned POST. Checks the policy before it stores the first byte of the file. */
export async function postObject(incoming: IncomingMessage, bucket: string, services: Services): Promise<Answer> {
  const { store, credentials, may, now } = services;
  const object = await receiveForm(incoming, ({ fields, file }) => {
    const { accessKeyId, limits } = verifyPostPolicy({ bucket, fields }, credentials, now());
    const unsupported = [...fields.keys()].find((name) => !supportedFields.test(name));
    if (unsupported) throw notImplemented(`POST with the field ${unsupported}`);
    const key = fields.get('key');
    if (!key) throw invalidArgument("Bucket POST must contain a field named 'key'.");
    if (!may(accessKeyId, 's3:PutObject', bucket, key)) throw accessDenied();
    if (key.includes('${filename}')) throw notImplemented('POST with ${filename}');
    const contentType = fields.get('content-type') || undefined;
    requireHeaderValues({ 'content-type': contentType });
    return store.putObject(bucket, key, withinSize(file, limits), { contentType });
  });
  const location = `http://${incoming.headers.host}${encodePath(`/${bucket}/${object.key}`)}`;
  return { status: 204, headers: { etag: quoted(object), location } };
}

/** Reads the fields, passes the file on while it arrives, and stops reading when `take` rejects. */
function receiveForm(incoming: IncomingMessage, take: (form: Form) => Promise<StoredObject>): Promise<StoredObject> {
  const { promise, resolve, reject } = Promise.withResolvers<StoredObject>();
  const fields = new Map<string, string>();
  const form = openForm(incoming);
  let taken: Promise<StoredObject> | undefined;
  let fieldBytes = 0;
  let isRefused = false;

  /** Waits for the file that is being stored, so that nothing of it is left when the caller gets the error. */
  const refuse = async (error: unknown) => {
    isRefused = true;
    form.destroy();
    await Promise.allSettled([taken]);
    reject(error);
  };
  const onClose = () => {
    if (!incoming.complete) void refuse(incompleteBody());
  };

  form.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    const field = name.toLowerCase();
    fieldBytes += name.length + Buffer.byteLength(value);
    if (isRefused || taken) return; // S3 ignores fields after the file.
    if (nameTruncated || valueTruncated || fieldBytes > fieldBytesMax) void refuse(tooManyFields());
    else if (fields.has(field)) void refuse(invalidArgument(`The form has the field ${field} more than once.`));
    else fields.set(field, value);
  });
  form.on('fieldsLimit', () => void refuse(tooManyFields()));
  form.on('file', (name, file) => {
    // An incomplete file fails its reader; without a listener, the error event would end the process.
    file.on('error', () => {});
    // The parser continues to the end of its chunk; a form rejected for its fields must not store its file.
    if (isRefused) return void file.resume();
    if (name.toLowerCase() !== 'file') return void refuse(oneFile());
    taken = (async () => take({ fields, file }))();
    taken.then(resolve, refuse);
  });
  form.on('error', (error) => void refuse(malformedForm(error)));
  form.on('close', () => {
    if (!taken) void refuse(oneFile());
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

const oneFile = () => invalidArgument('POST requires exactly one file upload per request.');

const tooManyFields = () =>
  new S3Error(400, 'MaxPostPreDataLengthExceeded', 'Your POST request fields preceding the upload file were too large.');

const malformedForm = (cause: unknown) =>
  Object.assign(new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart/form-data.'), {
    cause,
  });
