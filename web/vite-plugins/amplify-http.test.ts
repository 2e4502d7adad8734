import { expect, test } from 'vitest';
import { editAmplify } from './amplify-http.ts';

test('an https of Amplify becomes http', () => {
  expect(editAmplify("const url = 'https://' + domain + '/x';", '/n/@aws-amplify/auth/a/completeOAuthFlow.mjs?v=1')).toEqual({
    file: 'completeOAuthFlow.mjs',
    code: "const url = 'http://' + domain + '/x';",
  });
});

test('a text that is not the known one stops the build', () => {
  expect(() => editAmplify('const url = endpoint;', '/n/@aws-amplify/auth/a/completeOAuthFlow.mjs')).toThrow('aws-amplify changed');
});
