/** What a function is told by its environment; the stacks set exactly the names it may use. */
export function requiredEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** The address of a stand-in that serves instead of a vendor; set by the local cloud only, never by a stack. */
export const standInUrl = (vendor: 'FAL' | 'STABILITY' | 'OPENAI' | 'GEMINI' | 'PHOTOROOM' | 'STRIPE' | 'CLOUDINARY'): string | undefined =>
  process.env[`STAND_IN_URL_${vendor}`] || undefined;

/** Whether a vendor can reach this installation from outside: not when it runs on a developer's machine against a real vendor. */
export const isPubliclyReachable = (): boolean => process.env.VENDORS_REACH_US !== 'false';
