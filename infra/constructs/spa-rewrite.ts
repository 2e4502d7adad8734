/**
 * A page's address is no file: the page itself is served for it, and finds out which it is. A name with a dot is a file, and
 * where there is none the answer stays 404. Written for CloudFront's own JavaScript, and so a text.
 */
export const spaRewriteCode = `function handler(event) {
  var request = event.request;
  var lastName = request.uri.split('/').pop();
  if (lastName.indexOf('.') < 0) request.uri = '/index.html';
  return request;
}
`;
