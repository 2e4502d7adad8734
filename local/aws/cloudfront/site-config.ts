import { schedulingPath } from '../../pages/schedules/page.ts';
import type { Cloud } from '../../template/resource-type.ts';

/**
 * Returns the deployed config.json of the page with the local addresses of sign-in and appointments. A flag is set if videos come from a
 * stand-in.
 */
export function localSiteConfig(deployed: string, { origin, lambdaVariables }: Cloud): string {
  return JSON.stringify({
    schedulingUrl: `${origin}${schedulingPath}`,
    ...JSON.parse(deployed),
    oauthDomain: new URL(origin).host,
    cognitoEndpoint: `${origin}/_cognito/`,
    demoEngine: Boolean(lambdaVariables.STAND_IN_URL_FAL),
  });
}
