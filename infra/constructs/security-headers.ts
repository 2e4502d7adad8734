/** The security headers of the pages, their files and the API. Media has other headers (media-delivery.ts). */
import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

export type TrustedOrigins = {
  /** Origin of the uploads. */
  uploads: string;
  /** Cognito's API, which refreshes tokens. */
  identity: string;
  /** Cognito's pages, which exchange codes for tokens. */
  signIn: string;
  /** The page for appointments, if the site has such a page. */
  scheduling?: string;
  /** The image host for uploads, if a host is configured. */
  imageHost?: string | undefined;
};

function contentSecurityPolicy({ uploads, identity, signIn, scheduling, imageHost }: TrustedOrigins): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", uploads, identity, signIn, ...(imageHost ? [imageHost] : [])],
    'frame-src': ["'self'", ...(scheduling ? [scheduling] : [])],
    'form-action': ["'self'", signIn],
    'base-uri': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    // Only the Trusted Types policy of the page may create script URLs. No policy may convert a text to a script
    // (web/src/features/upload/trusted-script.ts).
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['vitrine-worker'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Browser features that the page does not use. The policy disables them for every script. */
const permissionsPolicy = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map((name) => `${name}=()`)
  .join(', ');

export const createSecurityHeaders = (scope: Construct, id: string, origins: TrustedOrigins): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    comment: 'Vitrine: content security policy and other security headers',
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(origins), override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Permissions-Policy', value: permissionsPolicy, override: true },
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
        { header: 'Cross-Origin-Resource-Policy', value: 'same-origin', override: true },
      ],
    },
  });
