/** The folders and root files of the site; infra/stacks/web-stack.test.ts compares them with the sources. */
export const siteFolders = ['assets', 'locales', 'samples'];
export const siteRootFiles = ['config.json', 'favicon-done.svg', 'favicon.svg', 'index.html', 'robots.txt'];

/**
 * Serves index.html for every path that is not a file. The app then shows the page of this path, or the home page. The response for a
 * missing file in the folders of the site is still 404. The code is a string, because it runs in the JavaScript engine of CloudFront.
 */
export const spaRewriteCode = `function handler(event) {
  var request = event.request;
  var isInFolder = /^\\/(${siteFolders.join('|')})\\//.test(request.uri);
  var isRootFile = ${JSON.stringify(siteRootFiles.map((name) => `/${name}`))}.indexOf(request.uri) >= 0;
  if (!isInFolder && !isRootFile) request.uri = '/index.html';
  return request;
}
`;
