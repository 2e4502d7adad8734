import { handle, parse } from '../platform/handle.ts';
import { checkPath, startCheck } from './get-check.ts';

export const handler = handle({ endpoint: 'startCheck' }, async ({ path }) => ({
  status: 202,
  body: await startCheck(parse(checkPath, path)),
}));
