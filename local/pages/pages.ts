/** The pages under /_local/: executions, sent mail, and the stand-in for appointments. */

import type { Handler } from '../aws/cloudfront/front-server.ts';
import { systemClock } from '../aws/step-functions/clock.ts';
import { type Cloud, requireService } from '../template/resource-type.ts';
import { handleExecutionsPage } from './executions/page.ts';
import { handleMailPage } from './mail/page.ts';
import { handleSchedulingPage } from './schedules/page.ts';

export const createLocalPages =
  (cloud: Cloud): Handler =>
  async (request, response) => {
    if (request.method !== 'GET') return false;
    const url = new URL(request.url ?? '/', cloud.origin);
    const page = handleMailPage(requireService(cloud.mail).list(), url) ?? handleExecutionsPage(requireService(cloud.states), url);
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
