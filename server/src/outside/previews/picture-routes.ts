import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { sendUnchanged } from '../../ground/http/etags.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { digestOf } from './card.ts'
import { previewHome } from './home-preview.ts'
import { pictureOf } from './pictures.ts'
import type { Preview } from './preview.ts'
import { previewProfile } from './profile-preview.ts'
import { previewQuest } from './quest-preview.ts'

type Named = { Params: { name: string } }

export const linkPictureRoutes: Routes = async (app, { context }) => {
  const hidden = { schema: { hide: true } }
  app.get('/og/home.png', hidden, (request, reply) =>
    sendPicture(context, request, reply, previewHome(context)),
  )
  app.get<Named>('/og/quests/:name', hidden, async (request, reply) => {
    const id = nameOf(request.params.name, /^(quest-[\w-]{1,100})\.png$/)
    return sendPicture(context, request, reply, await previewQuest(context, id))
  })
  app.get<Named>('/og/profiles/:name', hidden, async (request, reply) => {
    const address = nameOf(request.params.name, /^(0x[0-9a-fA-F]{40})\.png$/)
    return sendPicture(context, request, reply, await previewProfile(context, address))
  })
}

function nameOf(given: string, pattern: RegExp): string {
  const [, name] = pattern.exec(given) ?? []
  if (name === undefined) throw new NotFoundError('There is no such picture.', { code: 'picture-not-found' })
  return name
}

async function sendPicture(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { card }: Preview,
): Promise<FastifyReply> {
  if (sendUnchanged(request, reply, `"${digestOf(card)}"`)) return reply
  const picture = await pictureOf(context, request.ip, card).catch(error => {
    // The tag is the picture's, not the failure's.
    reply.removeHeader('etag')
    throw error
  })
  return reply
    .header('content-type', 'image/png')
    .header('cache-control', 'public, max-age=3600')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(picture)
}
