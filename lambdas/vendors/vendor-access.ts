/** The only place that reads the secrets of vendors and finds their stand-ins. */
import * as z from 'zod';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { type KeyName, secretVariable, type VendorName, vendors } from '#shared/vendors.ts';
import { requiredEnv, standInUrl } from '../platform/config.ts';
import { secret } from '../platform/secrets.ts';

const fields = z.record(z.string(), z.string());

/** Returns a function that reads a field of a vendor's secret. An empty field is undefined. */
export async function vendorKeys<Name extends VendorName>(name: Name): Promise<(key: KeyName<Name>) => string | undefined> {
  const values = fields.parse(JSON.parse(await secret(requiredEnv(secretVariable(name)))));
  return (key) => values[key] || undefined;
}

export type VendorAccess<Name extends VendorName> = {
  key: string;
  /** The URL of the stand-in that replaces the vendor in the local cloud. */
  standIn: string | undefined;
  /** Reads another field of the vendor's secret. */
  setting(name: KeyName<Name>): string | undefined;
};

/** @throws AppError `missing` if the vendor has neither a key nor a stand-in. */
export async function vendorAccess<Name extends VendorName>(
  name: Name,
  { missing = 'VendorMisconfigured' }: { missing?: ErrorCode } = {},
): Promise<VendorAccess<Name>> {
  const setting = await vendorKeys(name);
  const standIn = standInUrl(name);
  const [keyName] = vendors[name].keys;
  const key = standIn ? 'stand-in' : setting(keyName);
  if (!key) throw new AppError(missing, { details: { missing: keyName } });
  return { key, standIn, setting };
}
