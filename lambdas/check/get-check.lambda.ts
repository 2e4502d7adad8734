import { handle, parse } from '../platform/handle.ts';
import { checkPath, getCheck } from './get-check.ts';

export const handler = handle({ endpoint: 'getCheck' }, async ({ path }) => ({ body: await getCheck(parse(checkPath, path)) }));
