/**
 * `node run.js <script.ts> …` runs a script of the project. An old Node cannot load TypeScript, so this file is JavaScript, and says which
 * one is needed instead.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The runtime of the functions; Node 20 writes empty videos without an error. */
const nodeMajorMin = 24;

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  console.error(`Node ${nodeMajorMin} or newer is needed, and this is ${process.versions.node}. npm scripts bring their own: npm start`);
  process.exit(1);
}
const [node, , script, ...options] = process.argv;
if (!script) throw new Error('Name a script: node run.js local/main.ts');
process.argv = [node, resolve(script), ...options];
await import(pathToFileURL(resolve(script)).href);
