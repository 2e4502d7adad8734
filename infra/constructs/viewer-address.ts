/**
 * The gateway sees CloudFront's address only, and X-Forwarded-For begins with whatever the caller wrote there. So CloudFront says
 * whose call it is in a header of our own, over anything that came under that name. Written for CloudFront's own JavaScript.
 */
export const viewerAddressCode = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}
`;
