import type { VariableName } from '#shared/environment.ts';
import { type StandInName, standInVariable } from '#shared/vendors.ts';

/** Returns a required environment variable. The stacks set exactly the variables that a function may use. */
export function requiredEnv(name: VariableName): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** Returns the URL of the stand-in for a vendor. Only the local cloud sets this variable, never a stack. */
export const standInUrl = (vendor: StandInName): string | undefined => process.env[standInVariable(vendor)] || undefined;

/** Returns whether a vendor can send requests to this installation. Real vendors cannot reach a developer's machine. */
export const isPubliclyReachable = (): boolean => process.env.VENDORS_REACH_US !== 'false';
