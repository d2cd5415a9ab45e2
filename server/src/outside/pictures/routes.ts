import { Address, FaceQuery, LogoQuery } from '@furrow/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { toAddress } from '../../ground/address.ts'
import { type Photo, readPhoto, showLogo, sourceOf, versionOf } from '../../ground/config/pictures.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { isForAll } from '../../people/files/readers.ts'
import { findFile } from '../../people/files/rows.ts'
import { findProfile } from '../../people/profile/rows.ts'
import { logo } from './kept.ts'
import { makeFace, makeLogo } from './make.ts'
import { isForNow, type Order } from './renew.ts'
import { readPicture, sendPicture } from './send.ts'

const binary = Type.Unsafe<never>({ type: 'string', format: 'binary' })
const hourly = 'public, max-age=3600'
const serializerCompiler = () => (value: unknown) =>
  (Buffer.isBuffer(value) ? value : JSON.stringify(value)) as string

/** Serves the pictures that profiles, and the community, name on other hosts, so that no host learns of their readers. */
export const pictureRoutes: Routes = async (app, { context }) => {
  app.get(
    '/pictures/profile/:address',
    {
      schema: {
        summary: "Somebody's picture",
        description:
          'A square of the photo that the profile names, fetched and made anew by the service. 404 where there is none to show.',
        params: Type.Object({ address: Address }),
        querystring: FaceQuery,
        produces: ['image/webp'],
        response: { 200: binary },
      },
      serializerCompiler,
    },
    async (request, reply) => sendFace(context, request, reply),
  )
  app.get(
    '/pictures/logo',
    {
      schema: {
        summary: "The community's logo",
        description:
          'Where it is on another host; one that cannot be had is answered with the icon of Furrow.',
        querystring: LogoQuery,
        produces: ['image/png'],
        response: { 200: binary },
      },
      serializerCompiler,
    },
    async (request, reply) => sendLogo(context, request, reply),
  )
}

type FaceRequest = FastifyRequest<{ Params: { address: string }; Querystring: FaceQuery }>

/** Only the profile decides the picture. @throws NotFoundError */
async function sendFace(context: Context, request: FaceRequest, reply: FastifyReply): Promise<FastifyReply> {
  const address = toAddress(request.params.address)
  const profile = await findProfile(context.db, address)
  // As in every list, nobody is shown hidden profiles.
  const named = profile === null || profile.hidden_at !== null ? '' : profile.profile_photo
  const photo = readPhoto(context.config, named)
  if (photo === null || !(await isThere(context, photo)))
    throw new NotFoundError('There is no picture of this address.', { code: 'picture-not-found' })
  const order: Order = {
    subject: address,
    source: sourceOf(photo),
    host: photo.kind === 'web' ? new URL(photo.url).host : null,
    make: () => makeFace(context, photo),
  }
  const kept = await readPicture(context, request.ip, order)
  const size = request.query.size === '192' ? 'large' : 'small'
  if (kept?.hash != null) {
    const picture = {
      subject: address,
      hash: kept.hash,
      size,
      type: 'image/webp',
      // A file of this service may be hidden at any moment.
      keptFor: photo.kind === 'file' ? 'public, no-cache' : hourly,
    } as const
    if (await sendPicture(context, request, reply, picture)) return reply
  }
  const problem = kept?.problem ?? 'It has changed just now.'
  reply.header('cache-control', 'public, max-age=300')
  throw new NotFoundError(`The photo of this profile cannot be shown. ${problem}`, {
    code: 'picture-not-found',
  })
}

/** A file that its owner deleted, or a moderator hides, is not shown any more, whoever named it. */
async function isThere({ db }: Context, photo: Photo): Promise<boolean> {
  if (photo.kind === 'web') return true
  const file = await findFile(db, photo.id)
  return file !== null && isForAll(file)
}

type LogoRequest = FastifyRequest<{ Querystring: LogoQuery }>

async function sendLogo(context: Context, request: LogoRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { community } = context.config
  const shown = showLogo(context.config)
  if (community.logo === null || shown === null || !shown.isMade)
    throw new NotFoundError('The community has no logo that would be shown from here.', {
      code: 'picture-not-found',
    })
  const url = community.logo
  const order: Order = {
    subject: logo,
    source: versionOf(url),
    host: null,
    make: () => makeLogo(context, url),
  }
  const kept = await readPicture(context, request.ip, order).catch(error => {
    if (!isForNow(error)) throw error
    return null
  })
  const size = request.query.size === '512' ? 'large' : 'small'
  if (kept?.hash != null) {
    const picture = { subject: logo, hash: kept.hash, size, type: 'image/png', keptFor: hourly } as const
    if (await sendPicture(context, request, reply, picture)) return reply
  }
  return reply.header('cache-control', 'public, max-age=60').redirect('/favicon.svg')
}
