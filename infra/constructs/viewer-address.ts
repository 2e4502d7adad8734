/**
 * Writes the caller's IP address to our own header and overwrites any value from the caller. The gateway only sees CloudFront's address,
 * and callers can set the start of X-Forwarded-For. Written for CloudFront's own JavaScript.
 */
export const viewerAddressCode = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}
`;
