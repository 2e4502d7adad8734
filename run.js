/**
 * `node run.js <script.ts> …` runs a script of the project. This file is JavaScript, because an old version of Node cannot load TypeScript.
 * In an old version, it prints the required version.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The version that Lambda uses. Node 20 would write empty videos without an error. */
const nodeMajorMin = 24;

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  console.error(
    `This script needs Node ${nodeMajorMin} or newer, but this is Node ${process.versions.node}. Use an npm script, for example npm start: npm scripts use Node ${nodeMajorMin}.`,
  );
  process.exit(1);
}
const [node, , script, ...options] = process.argv;
if (!script) throw new Error('Enter the path of a script, for example: node run.js local/main.ts');
process.argv = [node, resolve(script), ...options];
await import(pathToFileURL(resolve(script)).href);
