/**
 * Packages of files for a marketplace (docs/spec.md 15.2). A package is made once for its id, is kept for 30 days, and is free. The
 * template of the names is stored for each seller.
 */
import * as z from 'zod';
import { finishPreferences, refusalResponse } from '../finish/api.ts';
import { languageTags } from '../languages.ts';
import { type PlacementId, placementIds } from '../marketplaces/rule-files.ts';
import { nameFields, templateCharactersMax, templateProblem } from './file-names.ts';

/** Five full batches have this number of results. */
export const resultsPerPackageMax = 500;
/** No marketplace has more placements. */
export const placementsPerPackageMax = 10;
export const filesPerPackageMax = 2500;
/** Number of left-out files that a response lists. results.csv lists all of them. */
export const listedLeftOutMax = 20;
/** A key has about 150 characters. With a longer maximum, the largest request would not fit into a call of a function. */
const keyCharactersMax = 1024;

export type Marketplace = PlacementId extends infer Id ? (Id extends `${infer Shop}.${string}` ? Shop : never) : never;
export const marketplaceOf = (placement: PlacementId): Marketplace => placement.split('.')[0] as Marketplace;
const marketplaces = [...new Set(placementIds.map(marketplaceOf))] as [Marketplace, ...Marketplace[]];

const fieldList = nameFields.map((field) => `{${field}}`).join(', ');

/** English sentences for callers of the API. The page shows its own texts while the seller types. */
const sentences: Record<NonNullable<ReturnType<typeof templateProblem>>['problem'], (text: string) => string> = {
  empty: () => `Enter a template with at least one of the fields ${fieldList}.`,
  tooLong: () => `A template can have ${templateCharactersMax} characters at most.`,
  fixedTooLong: () => 'The text between the fields is too long.',
  brace: (text) => `The brace ${text} has no partner. The fields are ${fieldList}.`,
  unknownField: (text) => `There is no field {${text}}. The fields are ${fieldList}.`,
  repeatedField: (text) => `The field {${text}} can be used only once.`,
  path: (text) => `A file name cannot contain a path (${text}).`,
  emoji: (text) => `A file name cannot contain the emoji ${text}.`,
  invisible: () => 'A file name cannot contain invisible characters, for example direction marks.',
  character: (text) => `A file name cannot contain the character ${text}`,
};

const template = z
  .string()
  .max(2 * templateCharactersMax)
  .superRefine((text, context) => {
    const found = templateProblem(text);
    if (found) context.addIssue({ code: 'custom', message: sentences[found.problem](found.text) });
  });

/** PUT /api/file-names, and the response of GET and PUT. */
export const fileNamesRequest = z.object({ template });
export const fileNamesResponse = z.object({ template: z.string() });
export type FileNamesResponse = z.infer<typeof fileNamesResponse>;

/** POST /api/packages. The client creates `packageId`, which is the idempotency key of the call, per user. */
export const createPackageRequest = z
  .object({
    packageId: z.uuid(),
    marketplace: z.enum(marketplaces),
    /** Keys or short signed addresses of the caller's results, from any batches. */
    results: z.array(z.string().min(1).max(keyCharactersMax)).min(1).max(resultsPerPackageMax),
    placements: z.array(z.enum(placementIds)).min(1).max(placementsPerPackageMax),
    template,
    /** The preferences of the files. A package contains only files that were made with these preferences. */
    preferences: finishPreferences.prefault({}),
    /** Language of the README. */
    language: z.enum(languageTags).default('en'),
  })
  .refine(({ marketplace, placements }) => placements.every((placement) => marketplaceOf(placement) === marketplace), {
    path: ['placements'],
    message: 'A package has placements of one marketplace.',
  });
export type CreatePackageRequest = z.infer<typeof createPackageRequest>;

/** `missing`: the file was not requested or has expired. `late`: the file was still being made when the package was made. */
const leftOutReason = z.enum(['missing', 'refused', 'failed', 'late']);
export type LeftOutReason = z.infer<typeof leftOutReason>;

/** Response of POST /api/packages (202) and of GET /api/packages/{packageId}. */
export const packageResponse = z.object({
  packageId: z.string(),
  marketplace: z.enum(marketplaces),
  /** `waiting`: files of the package are still being made. */
  status: z.enum(['waiting', 'making', 'ready', 'failed']),
  /** Number of files packed so far, of `count` files. */
  done: z.int(),
  count: z.int(),
  /** The parts, with download addresses when the package is ready. A package without files has no parts. */
  parts: z.array(z.object({ fileName: z.string(), sizeBytes: z.int(), url: z.string().optional() })),
  leftOut: z.object({
    count: z.int(),
    files: z.array(z.object({ title: z.string(), placement: z.string(), reason: leftOutReason, refusal: refusalResponse.optional() })),
  }),
});
export type PackageResponse = z.infer<typeof packageResponse>;
