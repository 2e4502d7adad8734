import { defaultTemplate } from '#shared/package/file-names.ts';
import { handle } from '../platform/handle.ts';
import { readNameTemplate } from '../store/seller-settings.ts';

export const handler = handle({ endpoint: 'getFileNames' }, async ({ caller }) => ({
  body: { template: (await readNameTemplate(caller.userId)) ?? defaultTemplate },
}));
