/** The pages under /_local/: what runs, state by state, and the script of the vendors' stand-ins. */

import { type Cloud, present } from './resources/resource-type.ts';
import type { Handler } from './services/front/front-server.ts';
import { handleExecutionsPage } from './services/states/page.ts';

export const createExecutionsPage =
  (cloud: Cloud): Handler =>
  async (request, response) => {
    const page =
      request.method === 'GET' ? handleExecutionsPage(present(cloud.states), new URL(request.url ?? '/', cloud.origin)) : undefined;
    if (!page) return false;
    const { status, headers, body } = await page;
    response.writeHead(status, headers).end(body);
    return true;
  };
