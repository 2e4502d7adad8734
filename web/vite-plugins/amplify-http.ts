/**
 * aws-amplify hard-codes https for its OAuth domain; the local cloud speaks http on localhost. This plugin makes the four places
 * say http, in local builds only, and stops the build when one of them is no longer there: a half-edited sign-in would fail in
 * the browser instead.
 */
import type { Plugin } from 'vite';

const edits: Record<string, [from: string, to: string]> = {
  'signInWithRedirect.mjs': ['`https://$', '`http://$'],
  'completeOAuthFlow.mjs': ["'https://' + domain", "'http://' + domain"],
  'oAuthSignOutRedirect.mjs': ['`https://$', '`http://$'],
  'openAuthSession.mjs': ["url.replace('http://', 'https://')", 'url'],
};

const id = new RegExp(`@aws-amplify/auth/.*/(${Object.keys(edits).join('|').replaceAll('.', '\\.')})(\\?|$)`);

/** Amplify's text with its https made http. @throws when the text is not the one this plugin knows. */
export function editAmplify(code: string, path: string): { file: string; code: string } {
  const file = path.split('?')[0]?.split('/').pop() ?? '';
  const edit = edits[file];
  if (!edit) throw new Error(`amplify-http has no edit for ${file}`);
  const edited = code.replace(edit[0], () => edit[1]);
  if (edited === code) throw new Error(`aws-amplify changed: "${edit[0]}" is no longer in ${file}`);
  return { file, code: edited };
}

export function amplifyHttp(): Plugin {
  const done = new Set<string>();
  const transform = {
    filter: { id },
    handler(code: string, path: string) {
      const edited = editAmplify(code, path);
      done.add(edited.file);
      return { code: edited.code, map: null };
    },
  };
  return {
    name: 'amplify-http',
    enforce: 'pre',
    transform,
    // The dev server bundles dependencies ahead of time, past the plugins of the page.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [{ name: 'amplify-http', transform }] } } }),
    buildStart() {
      done.clear();
    },
    buildEnd(error) {
      const missing = Object.keys(edits).filter((file) => !done.has(file));
      if (!error && this.environment.config.command === 'build' && missing.length > 0)
        this.error(`aws-amplify changed: never saw ${missing.join(', ')}`);
    },
  };
}
