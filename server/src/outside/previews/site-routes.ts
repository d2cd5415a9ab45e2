import type { FastifyReply, FastifyRequest } from 'fastify'
import { toAddress } from '../../ground/address.ts'
import { minute } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { anyOrigin } from '../../ground/http/headers.ts'
import { originOf } from '../../ground/http/origin.ts'
import { type Packed, pack, sendPacked } from '../../ground/http/packed.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { keptFor } from '../../ground/kept-for.ts'
import { type Payer, readPayers } from '../../people/profile/payer-record.ts'
import { newestDayFile } from '../open-data/day.ts'
import { writeLlms, writeSkill } from './agent-files.ts'
import { countOpen, drawOpen, drawPayer } from './badge.ts'
import { ownAccent } from './card.ts'
import { writeManifest, writeRobots, writeSecurityText, writeSitemap } from './site-files.ts'
import { writeVouched } from './vouched.ts'

/** `owner/name`, and on GitLab perhaps groups within groups. */
const svg = 'image/svg+xml; charset=utf-8'
const repository = /^([\w.-]{1,100}(?:\/[\w.-]{1,100}){1,5})\.svg$/

/** Files that programs look for at the root of a site. None of them reads the database for each request. */
export const siteRoutes: Routes = async (app, { context }) => {
  const { clock, config, db } = context
  const hidden = { schema: { hide: true } }
  const [name, accent] = [communityName(config), config.community.accent ?? ownAccent]
  const placeOf = (request: FastifyRequest) => config.givenUrl ?? originOf(request, config)
  const manifest = packText(writeManifest(config), 'application/manifest+json; charset=utf-8')
  // Few, since each may have half a megabyte.
  const sitemaps = keptFor(clock, 10 * minute, 4, async origin =>
    packText(await writeSitemap(db, origin), 'application/xml; charset=utf-8'),
  )
  const badges = keptFor(clock, minute, 500, async repo => {
    const open = await countOpen(db, repo === '' ? null : repo)
    return packText(drawOpen(name, accent, open), svg)
  })
  const vouched = keptFor(clock, 15 * minute, 1, async () =>
    pack(await writeVouched(context), 'text/plain; charset=utf-8'),
  )
  const payerBadges = keptFor(clock, minute, 500, async given => {
    const address = toAddress(given)
    const payer = (await readPayers(db, [address])).get(address) as Payer
    return packText(drawPayer(name, accent, payer.record), svg)
  })

  app.get('/robots.txt', hidden, (request, reply) =>
    send(
      request,
      reply,
      packText(writeRobots(config, originOf(request, config)), 'text/plain; charset=utf-8'),
    ),
  )
  app.get('/.well-known/security.txt', hidden, (request, reply) => {
    if (config.securityContact === null) throw new NotFoundError('This installation names no contact.')
    const text = writeSecurityText(config.securityContact, originOf(request, config), context.clock.now())
    return send(request, reply, packText(text, 'text/plain; charset=utf-8'))
  })
  app.get('/.well-known/vouched.td', hidden, async (request, reply) => {
    const packed = await vouched('')
    // Other projects read it from pages and workflows of theirs.
    reply.headers(anyOrigin)
    return send(request, reply, packed)
  })
  app.get('/llms.txt', hidden, (request, reply) =>
    send(
      request,
      reply,
      packText(writeLlms(config, placeOf(request), newestDayFile(context)), 'text/plain; charset=utf-8'),
    ),
  )
  app.get('/skill.md', hidden, async (request, reply) =>
    send(
      request,
      reply,
      packText(await writeSkill(config, placeOf(request)), 'text/markdown; charset=utf-8'),
    ),
  )
  app.get('/manifest.webmanifest', hidden, (request, reply) => send(request, reply, manifest))
  app.get('/sitemap.xml', hidden, async (request, reply) => {
    if (!config.searchEngines) throw new NotFoundError('There is no sitemap here.')
    return send(request, reply, await sitemaps(originOf(request, config)))
  })
  app.get<{ Params: { '*': string } }>('/badge/*', hidden, async (request, reply) => {
    const path = request.params['*']
    const [, payer] = /^payer\/(0x[0-9a-fA-F]{40})\.svg$/.exec(path) ?? []
    const [, repo] = repository.exec(path) ?? []
    if (repo === undefined && path !== 'quests.svg')
      throw new NotFoundError(
        'Badges are at /badge/quests.svg, /badge/<owner>/<repository>.svg, and /badge/payer/<address>.svg.',
      )
    // Other sites show it in a README.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (payer !== undefined) return send(request, reply, await payerBadges(payer.toLowerCase()))
    return send(request, reply, await badges(repo?.toLowerCase() ?? ''))
  })
}

function packText(text: string, type: string): Packed {
  return pack(Buffer.from(text), type)
}

function send(request: FastifyRequest, reply: FastifyReply, packed: Packed): FastifyReply {
  sendPacked(request, reply.header('cache-control', 'public, max-age=300'), packed)
  return reply
}
