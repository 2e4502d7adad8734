/**
 * Writes the caller's IP address to the header `x-viewer-address` and overwrites any value from the caller. The gateway itself receives
 * only the address of CloudFront, and a caller can set the start of X-Forwarded-For. The code runs in the JavaScript engine of CloudFront.
 */
export const viewerAddressCode = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}
`;
