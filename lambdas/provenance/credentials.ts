/**
 * Writes content credentials (C2PA) into a file. They contain the digital source type and no data of a person: no name, no title, no
 * prompt and no picture. https://spec.c2pa.org/specifications/specifications/2.2/specs/C2PA_Specification.html
 */
import { createRequire } from 'node:module';
import { Builder, CallbackSigner } from '@contentauth/c2pa-node';
import { type FileKind, sourceTypes } from '#shared/provenance/file-kinds.ts';
import type { SigningKey } from './signing-key.ts';
import type { SignedFormat } from './xmp.ts';

// The JavaScript of the package is in the bundle, and its binary is in the layer.
process.env.C2PA_LIBRARY_PATH ??= createRequire(import.meta.url).resolve('@contentauth/c2pa-node/dist/index.node');

/**
 * Without thumbnails, the credentials have about 5 kB. After the signature, the package reads the file again, so that no file with invalid
 * credentials is stored.
 */
const settings = { builder: { thumbnail: { enabled: false } }, verify: { verify_after_sign: true } };
/** The space for a signature in addition to its certificates. */
const signatureBytesMax = 1024;

/** Content credentials that are not signed yet. */
export type Credentials = { builder: Builder; format: SignedFormat };

/** @param isDerived true if the file is made from a signed file. In this case, also call `addParent` with the signed file. */
export function createCredentials(kind: FileKind, format: SignedFormat, isDerived: boolean): Credentials {
  const digitalSourceType = sourceTypes[kind];
  const actions =
    isDerived || kind === 'edit'
      ? [
          { action: 'c2pa.opened', parameters: { ingredientIds: [parentId] } },
          { action: 'c2pa.edited', digitalSourceType },
        ]
      : [{ action: 'c2pa.created', digitalSourceType }];
  const definition = {
    claim_generator_info: [{ name: 'Vitrine', version: '1' }],
    format,
    // The photo of an edit has no credentials, so its bytes would add nothing.
    ingredients: kind === 'edit' && !isDerived ? [{ ...ingredientOf('Photo'), format: 'image/jpeg' }] : [],
    assertions: [{ label: 'c2pa.actions.v2', data: { actions } }],
  };
  return { builder: Builder.withJson(definition as Parameters<typeof Builder.withJson>[0], settings), format };
}

const parentId = 'parent';
const ingredientOf = (title: string) => ({ title, instance_id: parentId, relationship: 'parentOf' });

/** Adds the credentials of a signed file. The file is not needed afterwards. */
export async function addParent({ builder }: Credentials, file: string, format: SignedFormat): Promise<void> {
  await builder.addIngredient(JSON.stringify({ ...ingredientOf('Result'), format }), { path: file, mimeType: format });
}

/**
 * Writes the signed credentials into a copy of the input.
 * @throws the error of the key; and Error if the package cannot read the file.
 */
export const signInto = ({ builder, format }: Credentials, { input, output }: Record<'input' | 'output', string>, key: SigningKey) =>
  withKeyErrors(key, (signer) => builder.signAsync(signer, { path: input, mimeType: format }, { path: output, mimeType: format }));

/** Errors of the callback lose their type in the binary, so they are kept here. */
async function withKeyErrors(key: SigningKey, run: (signer: CallbackSigner) => Promise<unknown>): Promise<void> {
  let keyError: unknown;
  const certs = key.certificates.map((certificate) => Buffer.from(certificate));
  // A certificate in PEM is longer than in the signature.
  const reserveSize = certs.reduce((sum, { length }) => sum + length, signatureBytesMax);
  const signer = CallbackSigner.newSigner({ alg: 'es256', certs, reserveSize, directCoseHandling: false }, (text) =>
    key.sign(text).catch((error: unknown) => {
      keyError = error;
      throw error;
    }),
  );
  try {
    await run(signer);
  } catch (error) {
    throw keyError ?? error;
  }
}
