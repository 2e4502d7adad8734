/** Somebody who uses the product over HTTP alone. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { ProfileResponse } from '#shared/auth/api.ts';
import type { BatchResponse, CreateVideoBatchRequest, VideoBatchResponse } from '#shared/batch/api.ts';
import type { ListTransactionsResponse } from '#shared/credits/api.ts';
import type { CreateUploadResponse } from '#shared/upload/api.ts';
import { insist } from './insist.ts';

export type Answer<Body> = { status: number; body: Body; headers: Headers };
export type Refusal = {
  success: false;
  code: string;
  message: string;
  error: string;
  details: string;
  data?: Record<string, unknown>;
  requestId: string;
};

const patienceMs = 150_000;
const askEveryMs = 100;

export type Seller = Awaited<ReturnType<typeof signIn>>;

export async function signIn(origin: string, email = `${randomUUID()}@example.com`) {
  const tokens = await fetch(`${origin}/_local/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const { access_token: accessToken, id_token: idToken } = (await tokens.json()) as { access_token: string; id_token: string };

  async function call<Body = Refusal>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    return insist(method, path, async () => {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body, headers: response.headers };
    });
  }

  const profile = async () => (await call<ProfileResponse>('GET', '/api/profile')).body;
  await profile();

  /** Asks for leave and posts the file; answers the key, or the storage's status where it was refused. */
  async function upload(
    file: Buffer,
    contentType = 'image/jpeg',
    declared: { sizeBytes?: number; folder?: string } = {},
  ): Promise<{ key: string; status: number }> {
    const { body } = await call<CreateUploadResponse>('POST', '/api/uploads', {
      fileName: 'photo.jpg',
      contentType,
      sizeBytes: declared.sizeBytes ?? file.length,
      folder: declared.folder ?? 'temp-images',
    });
    if (!body.fields) throw new Error(`The upload was refused: ${JSON.stringify(body)}`);
    return { key: body.key, status: await postFile(body, file, contentType) };
  }

  async function until<Batch extends BatchResponse = VideoBatchResponse>(
    batchId: string,
    isSo: (batch: Batch) => boolean = (batch) => batch.status !== 'running',
    patience = patienceMs,
  ): Promise<Batch> {
    let answer: Answer<Batch>;
    for (const deadline = Date.now() + patience; ; ) {
      answer = await call<Batch>('GET', `/api/batches/${batchId}`);
      if (answer.status === 200 && isSo(answer.body)) return answer.body;
      if (Date.now() > deadline || answer.status === 404) break;
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    }
    const { status, counters, items } = answer.body;
    const errors = items?.map(({ error }) => error);
    throw new Error(`Batch ${batchId} was not as expected: ${JSON.stringify({ http: answer.status, status, counters, errors })}`);
  }

  return {
    email,
    userId: JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sub as string,
    accessToken,
    idToken,
    call,
    profile,
    upload,
    until,
    transactions: async () => (await call<ListTransactionsResponse>('GET', '/api/credits/transactions')).body.items,
    /** Uploads a photo and orders one video for each prompt. */
    async run(
      prompts: string[],
      changes: object = {},
    ): Promise<{ batchId: string; status: number; body: unknown; request: CreateVideoBatchRequest }> {
      const { key } = await upload(await photo());
      const request = batchRequest(prompts.map((prompt) => ({ uploadKey: key, prompt, ...changes })));
      const { status, body } = await call('POST', '/api/batches', request);
      return { batchId: request.batchId, status, body, request };
    },
  };
}

/** Sends a file by the form that a permission to upload describes, and returns the status of the storage. */
export async function postFile({ url, fields }: CreateUploadResponse, file: Buffer, contentType: string): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(file)], { type: contentType }), 'photo.jpg');
  const response = await fetch(url, { method: 'POST', body: form });
  await response.arrayBuffer();
  return response.status;
}

/** A photo of the frame's own shape, so that nothing is painted on or cut away, that is nothing but a colour and a square. */
export const photo = (format: 'jpeg' | 'png' | 'webp' = 'jpeg', size = { width: 900, height: 1600 }): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: '#c9a38b' } })
    .composite([{ input: { create: { width: 48, height: 48, channels: 3, background: '#6d2138' } }, gravity: 'center' }])
    .toFormat(format)
    .toBuffer();

export const batchRequest = (items: object[]): CreateVideoBatchRequest => ({
  batchId: randomUUID(),
  kind: 'video',
  items: items.map((item, index) => ({
    itemId: `item-${index}`,
    uploadKey: '',
    title: `Photo ${index + 1}.jpg`,
    prompt: 'A slow push in',
    aspectRatio: '9:16',
    duration: 8,
    resolution: '720p',
    generateAudio: false,
    model: 'veo3-fast',
    ...item,
  })),
});
