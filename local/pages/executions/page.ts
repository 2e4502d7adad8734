/** `/_local/executions`: lists current and past executions, and shows the states of each execution. */
import { createHash } from 'node:crypto';
import type { StatesEngine } from '../../aws/step-functions/engine.ts';
import type { ExecutionRecord, ExecutionStatus } from '../../aws/step-functions/execution-store.ts';
import { type Visit, visitsOf } from '../../aws/step-functions/visits.ts';
import { type Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';

export type PageResponse = { status: number; headers: Record<string, string>; body: string };

const root = '/_local/executions';
const statuses: ExecutionStatus[] = ['RUNNING', 'SUCCEEDED', 'FAILED', 'ABORTED', 'TIMED_OUT'];
/** Maximum number of executions in the list. The list begins with the newest execution. A filter can find older executions. */
const rowsMax = 200;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  ...["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
].join('; ');

/** @returns undefined if the URL is not one of these pages */
export function handleExecutionsPage(engine: StatesEngine, url: URL): PageResponse | undefined {
  if (url.pathname === root || url.pathname === `${root}/`) return listPage(engine, url.searchParams);
  if (!url.pathname.startsWith(`${root}/`)) return undefined;
  const nameOrArn = decodeName(url.pathname.slice(root.length + 1));
  const record = engine.listExecutions().find(({ executionArn, name }) => executionArn === nameOrArn || name === nameOrArn);
  if (!record) return createResponse(404, 'Not found', html`<p>No execution is named <code>${nameOrArn}</code>.</p>`);
  return executionPage(engine, record);
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function createResponse(status: number, title: string, content: Html): PageResponse {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · local Step Functions</title>
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<header><a href="${root}">Executions</a></header>
<main><h1>${title}</h1>${content}</main>
</body>
</html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status, headers, body: page.markup };
}

function listPage(engine: StatesEngine, query: URLSearchParams): PageResponse {
  const status = statuses.find((option) => option === query.get('status'));
  const text = (query.get('text') ?? '').trim();
  const matches = engine.listExecutions({ statusFilter: status }).filter((record) => containsText(record, text.toLowerCase()));
  const listedRecords = matches.slice(0, rowsMax);
  const filter = html`<form method="get" action="${root}">
<label>Text <input type="search" name="text" value="${text}" placeholder="batch id, name, error …"></label>
<label>Status <select name="status"><option value="">any</option>${statuses.map(
    (option) => html`<option${option === status && html` selected`}>${option}</option>`,
  )}</select></label>
<button>Filter</button>
</form>`;
  const count = matches.length > listedRecords.length ? `The newest ${listedRecords.length} of ${matches.length}` : String(matches.length);
  const table = html`<table>
<thead><tr><th>Machine<th>Name<th>Status<th>Started<th>Duration</tr></thead>
<tbody>${listedRecords.map(
    (record) => html`<tr><td>${record.machineName}<td>${linkTo(record.executionArn, record.name)}<td>${badge(record.status)}
<td>${timeElement(record.startedAt)}<td>${duration(record.startedAt, record.stoppedAt)}</tr>`,
  )}</tbody>
</table>`;
  return createResponse(200, 'Executions', html`${filter}<p>${count} ${matches.length === 1 ? 'execution' : 'executions'}</p>${table}`);
}

const containsText = (record: ExecutionRecord, text: string): boolean =>
  [record.executionArn, record.input, record.error, record.cause].some((field) => field?.toLowerCase().includes(text));

function executionPage(engine: StatesEngine, record: ExecutionRecord): PageResponse {
  const { executionArn, machineName, status, startedAt, stoppedAt, startedBy } = record;
  const summary = html`<dl>
<dt>Machine<dd>${machineName}
<dt>Status<dd>${badge(status)}
<dt>Started<dd>${timeElement(startedAt)}
<dt>Duration<dd>${duration(startedAt, stoppedAt)}
<dt>ARN<dd><code>${executionArn}</code>
${startedBy !== undefined && html`<dt>Started by<dd>${linkTo(startedBy)}`}
${record.error !== undefined && html`<dt>Error<dd><strong>${record.error}</strong>`}
${record.cause !== undefined && html`<dt>Cause<dd>${payloadElement(record.cause)}`}
</dl>
<div class="payloads">${collapsibleSection('Input', record.input)}${collapsibleSection('Output', record.output)}</div>`;
  const visits = visitsOf(engine.getExecutionHistory(executionArn));
  const table = html`<table>
<thead><tr><th>State<th>Status<th>Entered<th>Duration<th>Retries<th>Input, output, errors</tr></thead>
<tbody>${visits.map(visitRow)}</tbody>
</table>`;
  return createResponse(200, record.name, html`${summary}<h2>States</h2>${table}`);
}

const depthShownMax = 4;

function visitRow(visit: Visit): Html {
  const { name, type, depth, iteration, status, enteredAt, leftAt, input, output, failures, attempts, startedArns } = visit;
  return html`<tr class="depth-${Math.min(depth, depthShownMax)}">
<td>${name} <small>${type}${iteration !== undefined && ` · item ${iteration}`}</small>
<td>${badge(status)}<td>${timeElement(enteredAt)}<td>${duration(enteredAt, leftAt)}<td>${attempts > 1 && attempts - 1}
<td>${startedArns.map((arn) => html`<p>Execution ${linkTo(arn)}</p>`)}
${failures.map(({ error, cause, failedAt }) => html`<p><strong>${error}</strong> after ${duration(enteredAt, failedAt)}</p>${cause !== '' && payloadElement(cause)}`)}
<div class="payloads">${collapsibleSection('Input', input)}${collapsibleSection('Output', output)}</div></tr>`;
}

const linkTo = (executionArn: string, label = executionArn.split(':').at(-1)!): Html =>
  html`<a href="${root}/${encodeURIComponent(executionArn)}">${label}</a>`;

const badge = (status: string): Html => html`<span class="badge ${status.toLowerCase()}">${status.toLowerCase().replace('_', ' ')}</span>`;

const timeElement = (ms: number): Html => {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace('Z', '')}</time>`;
};

function duration(from: number, to: number | undefined): string {
  if (to === undefined) return '…';
  const ms = to - from;
  if (ms < 1000) return `${ms} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

const collapsibleSection = (label: string, json: string | undefined): Html | false =>
  json !== undefined && html`<details><summary>${label}</summary>${payloadElement(json)}</details>`;

const payloadElement = (text: string): Html => html`<pre>${indentJson(text)}</pre>`;

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
