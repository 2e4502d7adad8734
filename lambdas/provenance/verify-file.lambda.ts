import * as z from 'zod';
import { fileHash } from '#shared/provenance/api.ts';
import { handle, parse } from '../platform/handle.ts';
import { countVisitorRate } from '../store/rates.ts';
import { readSignedFile } from '../store/signed-files.ts';

const verifyPath = z.object({ sha256: fileHash });

export const handler = handle({ endpoint: 'verifyFile' }, async ({ path, address, now }) => {
  const { sha256 } = parse(verifyPath, path);
  await countVisitorRate('verify', address, now);
  const row = await readSignedFile(sha256);
  return { body: row ? { isKnown: true, ...row } : { isKnown: false } };
});
