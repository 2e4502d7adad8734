/** The calls of a check. A check has no owner. A caller needs only its random id to start the check and to read its report. */
import * as z from 'zod';
import { probeSchema } from '../marketplaces/probe-schema.ts';
import { findings, problems } from './findings.ts';

/** Largest file that a check accepts. */
export const checkBytesMax = 200_000_000;
/** Maximum number of files that one network may check per UTC day without an account. */
export const visitorFilesPerDay = 20;
/**
 * Maximum number of files that all visitors together may check per UTC day. A check costs at most 0.4 cents, so a day costs at most 8
 * dollars.
 */
export const allVisitorsFilesPerDay = 2000;

/** POST /api/check and POST /api/account/check */
export const createCheckRequest = z.object({ sizeBytes: z.int().min(1).max(checkBytesMax) });
export type CreateCheckRequest = z.infer<typeof createCheckRequest>;

/** `url` and `fields` are the form with which the browser sends the file to S3. */
export const createCheckResponse = z.object({ checkId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) });
export type CreateCheckResponse = z.infer<typeof createCheckResponse>;

const fileReport = z.union([
  z.object({ problem: z.enum(problems) }),
  z.object({ probe: probeSchema, findings: z.array(z.enum(findings)) }),
]);
export type FileReport = z.infer<typeof fileReport>;

/** Response of POST /api/check/{checkId}/start and of GET /api/check/{checkId}. */
export const checkResponse = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting') }),
  z.object({ status: z.literal('ready'), report: fileReport }),
]);
export type CheckResponse = z.infer<typeof checkResponse>;
