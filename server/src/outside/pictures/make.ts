import { buffer } from 'node:stream/consumers'
import type { FileType } from '@furrow/sdk/contract'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import type { Photo } from '../../ground/config/pictures.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'
import type { ImageType } from '../../people/files/image-limits.ts'
import { isForAll } from '../../people/files/readers.ts'
import { recognize } from '../../people/files/recognize.ts'
import { findFile } from '../../people/files/rows.ts'
import { type Fetching, fetchPicture } from './fetch-picture.ts'
import { ProblemError } from './problem-error.ts'
import { makeSquares, type SquareOrder, type Squares } from './square.ts'

export const internetOf = oneFor((_: Context): Fetching => ({}))

/** In pixels, of a face and of a logo. */
const sizes = { face: [96, 192], logo: [96, 512] } as const

/** @throws ProblemError; UnavailableError if the service itself cannot do it now. */
export async function makeFace(context: Context, photo: Photo): Promise<Squares> {
  const bytes =
    photo.kind === 'file'
      ? await readFile(context, photo.id)
      : await fetchPicture(photo.url, internetOf(context))
  const type = await typeOf(bytes)
  if (type === null) throw new ProblemError('It is no PNG, JPEG, WebP or GIF.')
  return makeSquares({ type, whole: false, sizes: sizes.face }, bytes)
}

/** Takes SVG too, since the operator chose the logo. */
export async function makeLogo(context: Context, url: string): Promise<Squares> {
  const bytes = await fetchPicture(url, internetOf(context))
  const type: SquareOrder['type'] = (await typeOf(bytes)) ?? 'image/svg+xml'
  return makeSquares({ type, whole: true, sizes: sizes.logo }, bytes)
}

async function typeOf(bytes: Buffer): Promise<ImageType | null> {
  const type: FileType | null = await recognize(bytes, 'image').catch(() => null)
  return type === null || type === 'application/pdf' || type === 'text/plain' ? null : type
}

async function readFile({ config, db }: Context, id: string): Promise<Buffer> {
  const row = await findFile(db, id)
  if (row === null || !isForAll(row)) throw new ProblemError('There is no such file.')
  const bytes = await fileStoreOf(config).open(row.hash)
  if (bytes === null) throw new UnavailableError('What is in this file cannot be read right now.')
  return buffer(bytes)
}
