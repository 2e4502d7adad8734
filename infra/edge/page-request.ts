/**
 * Chooses the file for each page request. This file runs as a CloudFront Function. Such a function supports ES5.1 and a few later features
 * (infra/constructs/page-function.ts).
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */

import { languageCookie, languageParameter } from '#shared/language-cookie.ts';
import { choosePageLanguage, tagsByWeight } from '#shared/page-language.ts';
import { prerenderedFile, prerenderedPaths } from '#shared/prerendered-pages.ts';

/** page-function.ts sets this value. */
declare const pagesFolder: string;
declare const siteFolders: readonly string[];
declare const siteRootFiles: readonly string[];

type Field = { value: string; multiValue?: { value: string }[] };
export type PageRequest = {
  uri: string;
  querystring?: Record<string, Field>;
  headers?: Record<string, Field>;
  cookies?: Record<string, Field>;
};

function firstValue(fields: Record<string, Field> | undefined, name: string): string {
  const field = fields ? fields[name] : undefined;
  if (field === undefined) return '';
  const first = field.multiValue && field.multiValue.length > 0 ? field.multiValue[0] : undefined;
  return first === undefined ? field.value : first.value;
}

/** Decodes a value of a query. Returns an empty text if the encoding is invalid. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

function isFile(uri: string): boolean {
  const folder = uri.split('/')[1] ?? '';
  return uri === `/${folder}` ? siteRootFiles.indexOf(folder) >= 0 : siteFolders.indexOf(folder) >= 0;
}

/**
 * Serves a prerendered page in the language of the visitor. Every other path that is not a file gets index.html. The app then shows the
 * page of the path, or the home page. If a path is in a folder of the site and the file is missing, the status is 404.
 */
export function handler(event: { request: PageRequest }): PageRequest {
  const request = event.request;
  if (isFile(request.uri)) return request;
  const path = request.uri.length > 1 ? request.uri.replace(/\/+$/, '') : request.uri;
  let page: string | undefined;
  for (let index = 0; index < prerenderedPaths.length; index++) if (prerenderedPaths[index] === path) page = path;
  if (page === undefined) {
    request.uri = '/index.html';
    return request;
  }
  const language = choosePageLanguage(
    decoded(firstValue(request.querystring, languageParameter)),
    firstValue(request.cookies, languageCookie),
    tagsByWeight(firstValue(request.headers, 'accept-language')),
  );
  request.uri = `/${pagesFolder}/${prerenderedFile(language, page)}`;
  return request;
}
