/** A file of a multipart form, as a browser or `FormData` sends it. */
import busboy from 'busboy';
import type { Call } from './http.ts';

export type FormFile = { name: string; fileName: string; contentType: string; bytes: Buffer };
/** If several fields have the same name, the last one counts. Files keep their order. */
export type Form = { fields: Record<string, string>; files: FormFile[] };

export const isForm = ({ headers }: Pick<Call, 'headers'>): boolean => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** Parses the form in a body that is already read and thus limited in size. Returns undefined if the body is not a complete form. */
export async function formOf({ headers, body }: Pick<Call, 'headers' | 'body'>): Promise<Form | undefined> {
  if (!isForm({ headers })) return undefined;
  const form: Form = { fields: {}, files: [] };
  try {
    const parser = busboy({ headers, limits: { fieldSize: body.length } });
    parser.on('field', (name, value) => {
      form.fields[name] = value;
    });
    parser.on('file', (name, content, { filename: fileName = '', mimeType: contentType }) => {
      const chunks: Buffer[] = [];
      content.on('data', (chunk: Buffer) => chunks.push(chunk));
      content.on('end', () => form.files.push({ name, fileName, contentType, bytes: Buffer.concat(chunks) }));
      // The parser reports this error too. Without a listener here it would end the process.
      content.on('error', () => {});
    });
    await new Promise<void>((resolve, reject) => {
      parser.once('close', resolve).once('error', reject);
      parser.end(body);
    });
    return form;
  } catch {
    return undefined;
  }
}
