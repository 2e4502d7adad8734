/** The pages under /_local/: what runs, state by state, and the mail that was sent. */

import { type Cloud, present } from './resources/resource-type.ts';
import type { Handler } from './services/front/front-server.ts';
import { handleMailPage } from './services/mail/page.ts';
import { handleExecutionsPage } from './services/states/page.ts';

export const createLocalPages =
  (cloud: Cloud): Handler =>
  async (request, response) => {
    if (request.method !== 'GET') return false;
    const url = new URL(request.url ?? '/', cloud.origin);
    const page = handleMailPage(present(cloud.mail).list(), url) ?? handleExecutionsPage(present(cloud.states), url);
    if (!page) return false;
    const { status, headers, body } = await page;
    response.writeHead(status, headers).end(body);
    return true;
  };
