/** Reads the settings of the links to media: the origin of the site, and the public keys that CloudFront knows. */
import * as z from 'zod';
import { requiredEnv } from '../platform/config.ts';
import { parameter } from '../platform/parameters.ts';

/** The parameter that the web stack writes (infra/constructs/media-delivery.ts). */
const mediaLinks = z.object({
  origin: z.string(),
  keys: z.array(z.object({ id: z.string(), publicKey: z.string() })),
});
export type MediaLinks = z.infer<typeof mediaLinks>;

/** The last value and its text. Most calls need the settings for many links, so the text is parsed only once. */
let parsed: { text: string; links: MediaLinks } | undefined;

/** Returns the same object while the settings do not change. */
export async function readMediaLinks(): Promise<MediaLinks> {
  const text = await parameter(requiredEnv('MEDIA_LINKS_PARAMETER'));
  if (parsed?.text !== text) parsed = { text, links: mediaLinks.parse(JSON.parse(text)) };
  return parsed.links;
}

/** Returns the text with which every link to a file starts. */
export const mediaRoot = async (): Promise<string> => `${(await readMediaLinks()).origin}/`;
