/**
 * The only function that starts a script from a URL. The content security policy requires Trusted Types. So no other URL and no text can be
 * run as a script.
 */
type Policy = { createScriptURL(address: string): string };
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy };

/** The name that the content security policy allows (infra/constructs/security-headers.ts). */
const policyName = 'vitrine-worker';

let policy: Policy | undefined;

/** @throws TypeError if the URL belongs to another site. */
export function trustedScript(address: string): string {
  const { href, origin } = new URL(address, window.location.href);
  if (origin !== window.location.origin) throw new TypeError('A script of another site was refused');
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  // A browser without Trusted Types does not require them.
  if (!trustedTypes) return href;
  policy ??= trustedTypes.createPolicy(policyName, { createScriptURL: (own) => own });
  return policy.createScriptURL(href);
}
