import { schedulingPath } from '../../pages/schedules/page.ts';
import type { Cloud } from '../../template/resource-type.ts';

/** The page's config.json as deployed, but for where sign-in and appointments stand and whether a stand-in makes the videos. */
export function localSiteConfig(deployed: string, { origin, lambdaVariables }: Cloud): string {
  return JSON.stringify({
    schedulingUrl: `${origin}${schedulingPath}`,
    ...JSON.parse(deployed),
    oauthDomain: new URL(origin).host,
    cognitoEndpoint: `${origin}/_cognito/`,
    demoEngine: Boolean(lambdaVariables.STAND_IN_URL_FAL),
  });
}
