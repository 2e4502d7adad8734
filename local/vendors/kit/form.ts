/** A form as a browser or `FormData` sends it. */
import busboy from 'busboy';
import type { Call } from './http.ts';

export type FormFile = { name: string; fileName: string; contentType: string; bytes: Buffer };
/** Of fields of one name the last counts; files keep their order. */
export type Form = { fields: Record<string, string>; files: FormFile[] };

export const isForm = ({ headers }: Pick<Call, 'headers'>): boolean => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** The form in a body that is read already, and thereby limited; undefined where the body is no form or not a whole one. */
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
      // The parser says it too; unheard here it would end the process.
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
