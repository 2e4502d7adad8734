import { expect, test } from 'vitest';
import { editAmplify } from './amplify-http.ts';

test('editAmplify replaces https by http', () => {
  expect(editAmplify("const url = 'https://' + domain + '/x';", '/n/@aws-amplify/auth/a/completeOAuthFlow.mjs?v=1')).toEqual({
    file: 'completeOAuthFlow.mjs',
    code: "const url = 'http://' + domain + '/x';",
  });
});

test('editAmplify throws an error if the file does not contain the expected text', () => {
  expect(() => editAmplify('const url = endpoint;', '/n/@aws-amplify/auth/a/completeOAuthFlow.mjs')).toThrow('aws-amplify changed');
});
