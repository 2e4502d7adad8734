/**
 * Writes the caller's IP address to the header `x-viewer-address` and overwrites any value from the caller. This header is needed because
 * the gateway sees only CloudFront's address, and a caller can set the start of X-Forwarded-For. The code is for CloudFront's own
 * JavaScript engine.
 */
export const viewerAddressCode = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}
`;
