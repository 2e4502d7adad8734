/**
 * aws-amplify always uses https for its OAuth domain, but the local cloud uses http on localhost. In local builds, this plugin replaces
 * https by http in four files of Amplify. If one of these texts no longer exists, the build fails. Without this check, the error would
 * appear only at a sign-in in the browser.
 */
import type { Plugin } from 'vite';

const edits: Record<string, [from: string, to: string]> = {
  'signInWithRedirect.mjs': ['`https://$', '`http://$'],
  'completeOAuthFlow.mjs': ["'https://' + domain", "'http://' + domain"],
  'oAuthSignOutRedirect.mjs': ['`https://$', '`http://$'],
  'openAuthSession.mjs': ["url.replace('http://', 'https://')", 'url'],
};

const id = new RegExp(`@aws-amplify/auth/.*/(${Object.keys(edits).join('|').replaceAll('.', '\\.')})(\\?|$)`);

/**
 * Returns the code of an Amplify file with http instead of https.
 * @throws if the file does not contain the expected text.
 */
export function editAmplify(code: string, path: string): { file: string; code: string } {
  const file = path.split('?')[0]?.split('/').pop() ?? '';
  const edit = edits[file];
  if (!edit) throw new Error(`amplify-http has no edit for ${file}`);
  const edited = code.replace(edit[0], () => edit[1]);
  if (edited === code) throw new Error(`aws-amplify changed: "${edit[0]}" is no longer in ${file}`);
  return { file, code: edited };
}

export function amplifyHttp(): Plugin {
  const editedFiles = new Set<string>();
  const transform = {
    filter: { id },
    handler(code: string, path: string) {
      const edited = editAmplify(code, path);
      editedFiles.add(edited.file);
      return { code: edited.code, map: null };
    },
  };
  return {
    name: 'amplify-http',
    enforce: 'pre',
    transform,
    // The dev server bundles dependencies before it starts. This step needs the plugin separately.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [{ name: 'amplify-http', transform }] } } }),
    buildStart() {
      editedFiles.clear();
    },
    buildEnd(error) {
      const missing = Object.keys(edits).filter((file) => !editedFiles.has(file));
      if (!error && this.environment.config.command === 'build' && missing.length > 0)
        this.error(`aws-amplify changed: the build does not contain ${missing.join(', ')}`);
    },
  };
}
