/** A multipart form, as a browser or `FormData` sends it. */
import type { IncomingHttpHeaders } from 'node:http';

export type FormFile = { name: string; fileName: string; contentType: string; bytes: Buffer };
/** If several fields have the same name, `fields` contains only the last one. `files` has the order of the form. */
export type Form = { fields: Record<string, string>; files: FormFile[] };

/** Returns undefined if the body is not a complete form. */
export async function formOf({ headers, body }: { headers: IncomingHttpHeaders; body: Buffer }): Promise<Form | undefined> {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined;
  const request = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  const formData = await request.formData().catch(() => undefined);
  if (!formData) return undefined;
  const form: Form = { fields: {}, files: [] };
  for (const [name, value] of formData) {
    if (typeof value === 'string') form.fields[name] = value;
    else form.files.push({ name, fileName: value.name, contentType: value.type, bytes: Buffer.from(await value.arrayBuffer()) });
  }
  return form;
}
