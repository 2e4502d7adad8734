/** The pages under /_local/: what runs, state by state, and the stand-in for appointments. */

import { type Cloud, present } from './resources/resource-type.ts';
import type { Handler } from './services/front/front-server.ts';
import { handleSchedulingPage } from './services/scheduling/page.ts';
import { systemClock } from './services/states/clock.ts';
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

export const createSchedulingPage =
  (cloud: Cloud): Handler =>
  async (request, response) => {
    const page = handleSchedulingPage(
      request.method,
      new URL(request.url ?? '/', cloud.origin).pathname,
      new Date((cloud.clock ?? systemClock).now()),
    );
    if (!page) return false;
    request.resume();
    response.writeHead(page.status, page.headers).end(page.body);
    return true;
  };
