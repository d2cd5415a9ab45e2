import type { FastifyInstance } from 'fastify'
import type { Context } from '../../ground/context.ts'
import { callerOf } from '../../ground/http/request-lines.ts'
import { requireUnfrozen } from './frozen.ts'

/** Routes open to frozen wallets, and why. Every other one begins something, and is refused. */
export const openToFrozen: Readonly<Record<string, string>> = {
  'PATCH /quests':
    'most of its actions end what is under way; those that begin something refuse by themselves',
  'DELETE /quests/invite': 'an invitation that is declined is over',
  'DELETE /quests/entries': 'an entry that is withdrawn is over',
  'DELETE /quests/comments': 'to take words back adds none',
  'PUT /quests/comments': 'to close a conversation begins none',
  'PUT /quests/desk': 'nobody else reads a note',
  'POST /quests/drafts': 'nobody else reads a draft',
  'PATCH /quests/drafts': 'nobody else reads a draft',
  'DELETE /quests/drafts': 'nobody else reads a draft',
  'PUT /quests/bookmarks': 'nobody else sees a bookmark',
  'DELETE /quests/bookmarks': 'nobody else sees a bookmark',
  'POST /payouts/paid-many': 'what was released is still to be paid',
  'PATCH /thanks': 'what was promised may still be paid, and answered',
  'PATCH /mail': 'letters are read as ever',
  'DELETE /mail': 'letters are read as ever',
  'PUT /mail/blocks': 'it protects from others',
  'DELETE /mail/blocks': 'it protects from others',
  'DELETE /files/{name}': 'what is taken away is not shown any more',
  'PATCH /notifications/channels': 'notices of what is under way go on, or are turned off',
  'DELETE /notifications/channels': 'notices are turned off',
  'DELETE /quests/follows': 'notices are turned off',
  'PUT /community-dao': 'moderators take nobody out of office',
  'POST /community-dao/proposals/paid': 'what was decided and paid is shown by anybody',
  'POST /community-dao/votes': 'moderators decide no ballot',
  'PUT /quests/ballots': 'moderators decide no ballot',
  'POST /community-dao/delegations': 'moderators decide no ballot',
  'DELETE /community-dao/delegations': 'moderators decide no ballot',
  'POST /community-dao/veto': 'moderators decide no ballot',
  'POST /moderation/answers': 'whoever is frozen may answer',
  'POST /codehost/token': 'the name of an account is proved, and a payment under way may need it',
  'POST /auth/revoke': 'what has leaked is ended',
  'DELETE /auth/keys': 'what has leaked is ended',
  'DELETE /auth/session': 'a session that is over does nothing',
  'DELETE /auth/sessions/{id}': 'a session that is over does nothing',
  'DELETE /account': 'everybody may leave',
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes of a frozen wallet before the body is read. */
export function refuseFrozen(app: FastifyInstance, { config, db }: Context): void {
  app.addHook('preParsing', async request => {
    const { method, routeOptions } = request
    const caller = callerOf(request)
    if (caller === null || reading.has(method)) return
    if (!(nameOf(method, routeOptions.url ?? '', config.basePath) in openToFrozen))
      await requireUnfrozen(db, caller)
  })
}

function nameOf(method: string, url: string, basePath: string): string {
  return `${method} ${url.slice(basePath.length).replaceAll(/:(\w+)/g, '{$1}')}`
}
