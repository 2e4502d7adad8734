/** Sends objects of a bucket in the same way as CloudFront. Supports conditional requests, ranges and compression. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { type ByteRange, parseRange } from '../../base/byte-range.ts';
import type { Cache } from '../../base/cache.ts';
import { sendStream } from './send-stream.ts';

export type SiteObject = {
  sizeBytes: number;
  contentType: string;
  /** The ETag with quotes, as in the HTTP header. */
  etag: string;
  cacheControl?: string;
  /**
   * Opens the bytes. This function is called at most once. It is never called for a HEAD request or for a response with status 304 or 416.
   * The range includes both ends.
   */
  open(range?: ByteRange): Readable | Promise<Readable>;
  /**
   * The compressed copies of a cached object, by encoding. CloudFront sends the same copy to later viewers. Undefined if the object is not
   * cached.
   */
  compressedCopies?: Cache<Buffer>;
};

/**
 * The origin's result for a key. The result is undefined if the object does not exist, and `denied` if the bucket's policy does not allow
 * the read.
 */
export type OriginResult = SiteObject | 'denied' | undefined;

export type ReadObject = (key: string) => Promise<OriginResult>;

/** CloudFront compresses objects from 1,000 to 10,000,000 bytes. */
const COMPRESSED_SIZE_BYTES_MIN = 1_000;
const COMPRESSED_SIZE_BYTES_MAX = 10_000_000;
const COMPRESSED_TYPES =
  /^(text\/(html|css|plain|csv|xml|javascript)|application\/(javascript|json|xml|wasm|xhtml\+xml|rss\+xml|vnd\.ms-fontobject|pdf)|image\/svg\+xml|font\/(ttf|otf|eot|opentype))$/i;

const encoders = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
};
type Encoding = keyof typeof encoders;

type ObjectRequest = {
  read: ReadObject;
  key: string;
  /** The query that CloudFront forwards to S3. */
  query: string;
};

/**
 * S3 sends the value of this parameter as the header Content-Disposition, because CloudFront signs its requests.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
const dispositionParameter = 'response-content-disposition';

export async function serveSiteObject(
  { read, key, query }: ObjectRequest,
  compress: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const object = isPlainKey(key) ? await read(key) : undefined;
  if (object === 'denied') return sendXmlError(response, 403, 'AccessDenied', 'Access Denied');
  if (!object) return sendXmlError(response, 404, 'NoSuchKey', 'The specified key does not exist.');

  const rangeHeader = matchesIfRange(request, object) ? request.headers.range : undefined;
  const encoding = compress && !rangeHeader ? encodingFor(request, object) : undefined;
  // A compressed copy has different bytes, so its ETag must be weak.
  const etag = encoding ? `W/${object.etag}` : object.etag;
  response.setHeader('etag', etag);
  if (object.cacheControl) response.setHeader('cache-control', object.cacheControl);
  if (isCompressible(object) && compress) response.setHeader('vary', 'Accept-Encoding');
  if (matchesTag(request.headers['if-none-match'], etag)) return void response.writeHead(304).end();

  const range = rangeHeader ? parseRange(rangeHeader, object.sizeBytes) : undefined;
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${object.sizeBytes}`);
    return sendXmlError(response, 416, 'InvalidRange', 'The requested range is not satisfiable');
  }
  response.setHeader('content-type', object.contentType);
  const disposition = new URLSearchParams(query).get(dispositionParameter);
  if (disposition !== null) response.setHeader('content-disposition', disposition);
  if (encoding) response.setHeader('content-encoding', encoding);
  else response.setHeader('accept-ranges', 'bytes').setHeader('content-length', range ? range.end - range.start + 1 : object.sizeBytes);
  if (range) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${object.sizeBytes}`);
  response.statusCode = range ? 206 : 200;
  if (request.method === 'HEAD') return void response.end();
  if (response.destroyed) return;
  const compressed = encoding && (await object.compressedCopies?.(encoding, () => compressObject(object, encoding)));
  if (compressed) await send(Readable.from([compressed]), undefined, response);
  else await send(await object.open(range), encoding, response);
}

/** Sends the body. If the stream fails, the error is ignored, because the headers are already sent and no error response is possible. */
async function send(body: Readable, encoding: Encoding | undefined, response: ServerResponse): Promise<void> {
  await sendStream(body, response, encoding && encoders[encoding]()).catch(() => undefined);
}

const compressObject = async (object: SiteObject, encoding: Encoding): Promise<Buffer> =>
  pipeline(await object.open(), encoders[encoding](), buffer);

/**
 * Returns false for a key that no object of a site can have. Without this check, such a key could name a file outside the directory of the
 * site.
 */
const isPlainKey = (key: string): boolean => !/[\0\\]/.test(key) && !key.split('/').includes('..');

const matchesIfRange = (request: IncomingMessage, object: SiteObject): boolean => {
  const expected = request.headers['if-range'];
  return expected === undefined || expected === object.etag;
};

/** If-None-Match ignores the difference between weak and strong tags: `"x"` matches `W/"x"`. */
function matchesTag(header: string | undefined, etag: string): boolean {
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (header?.split(',') ?? []).some((tag) => tag.trim() === '*' || strong(tag) === strong(etag));
}

const isCompressible = (object: SiteObject): boolean =>
  COMPRESSED_TYPES.test(object.contentType.split(';')[0]?.trim() ?? '') &&
  object.sizeBytes >= COMPRESSED_SIZE_BYTES_MIN &&
  object.sizeBytes <= COMPRESSED_SIZE_BYTES_MAX;

function encodingFor(request: IncomingMessage, object: SiteObject): Encoding | undefined {
  if (!isCompressible(object)) return undefined;
  const accepted = new Map(
    String(request.headers['accept-encoding'] ?? '')
      .split(',')
      .map((part) => {
        const [name = '', quality] = part.toLowerCase().split(/;\s*q=/);
        return [name.trim(), Number(quality ?? 1)] as const;
      }),
  );
  return (['br', 'gzip'] as const).find((encoding) => (accepted.get(encoding) ?? 0) > 0);
}

/** Sends an error in the format of S3 and CloudFront. */
export function sendXmlError(response: ServerResponse, status: number, code: string, message: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}
