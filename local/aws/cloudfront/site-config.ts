import { schedulingPath } from '../../pages/schedules/page.ts';
import type { Cloud } from '../../template/resource-type.ts';

/**
 * Returns the deployed config.json, but with the addresses of the local sign-in. If the deployed file has no `schedulingUrl`, the address
 * of the local appointment page is added. `demoEngine` is true if a stand-in replaces fal and makes the videos.
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
