/** The files of the site by their folders, and those at its root; infra/stacks/web-stack.test.ts compares them with the sources. */
export const siteFolders = ['assets', 'locales', 'samples'];
export const siteRootFiles = ['config.json', 'favicon.svg', 'index.html', 'robots.txt'];

/**
 * Every address that is not one of a file gets the page, which then shows what it names or goes to the home page. A missing file in
 * the folders of the site stays a 404. CloudFront runs this in its own JavaScript engine, so it is a text.
 */
export const spaRewriteCode = `function handler(event) {
  var request = event.request;
  var isInFolder = /^\\/(${siteFolders.join('|')})\\//.test(request.uri);
  var isRootFile = ${JSON.stringify(siteRootFiles.map((name) => `/${name}`))}.indexOf(request.uri) >= 0;
  if (!isInFolder && !isRootFile) request.uri = '/index.html';
  return request;
}
`;
