import { incompleteBody } from './s3-error.ts';

/** Maximum line of a chunk or trailer; the SDK's lines have less than 100 bytes. */
const lineBytesMax = 4096;

/**
 * Decodes AWS's chunked encoding: `size\r\nbytes\r\n … 0\r\n`, then trailers such as `x-amz-checksum-crc32:…`.
 * @param trailers filled at the end, with names in lower case
 */
export async function* decodeAwsChunked(source: AsyncIterable<Uint8Array>, trailers: Map<string, string>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let pending: Buffer = Buffer.alloc(0);

  const readMore = async () => {
    const { done, value } = await iterator.next();
    if (done) throw incompleteBody();
    pending = Buffer.concat([pending, value]);
  };

  const readLine = async () => {
    let end = pending.indexOf('\r\n');
    for (; end < 0; end = pending.indexOf('\r\n')) {
      if (pending.length > lineBytesMax) throw incompleteBody();
      await readMore();
    }
    const line = pending.toString('latin1', 0, end);
    pending = pending.subarray(end + 2);
    return line;
  };

  try {
    for (let left = chunkSize(await readLine()); left > 0; left = chunkSize(await readLine())) {
      while (left > 0) {
        if (pending.length === 0) await readMore();
        const part = pending.subarray(0, left);
        pending = pending.subarray(part.length);
        left -= part.length;
        yield part;
      }
      if ((await readLine()) !== '') throw incompleteBody();
    }
    for (let line = await readLine(); line !== ''; line = await readLine()) {
      const colon = line.indexOf(':');
      trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
  } finally {
    await iterator.return?.();
  }
}

function chunkSize(line: string): number {
  const [size = ''] = line.split(';');
  if (!/^[0-9a-f]{1,12}$/i.test(size)) throw incompleteBody();
  return Number.parseInt(size, 16);
}
