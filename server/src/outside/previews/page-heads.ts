import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import type { PageHead } from '../../ground/http/page-head.ts'
import type { FoundHead, PageHeads } from '../../ground/http/web-client.ts'
import { newestDayFile } from '../open-data/day.ts'
import { previewHome } from './home-preview.ts'
import { readNewestQuests } from './newest-quests.ts'
import { previewProfile } from './profile-preview.ts'
import { readProposalHead } from './proposal-head.ts'
import { previewQuest } from './quest-preview.ts'

const standing: Readonly<Record<string, readonly [string | null, string]>> = {
  '/': [null, 'Quests for communities: take one, finish it, get paid when it is merged.'],
  '/quests': ['Quests', 'Every quest that is open, with its reward, its skills and its places.'],
  '/farmers': ['Farmers', 'Who takes quests here, by skill, with what each of them finished.'],
  '/leaderboard': ['Leaderboard', 'Who finished most this season, and how points are counted.'],
  '/community-dao': ['Community DAO', 'The members, the treasury, what is promised, and every proposal.'],
}

/** Public pages; private ones and forms have nothing to say before they are opened. */
export const standingPaths = Object.keys(standing)

/** Private pages and forms: a program that follows a link to one gets the page, which asks to sign in. */
const silent =
  /^\/(?:authorize|codehost\/callback|credentials(?:\/[^/]+)?|disputes|doctor|giving|mail(?:\/new)?|moderation|notifications(?:\/confirm)?|pay|profile|quests\/(?:contest|import|new|plan|quest-[\w-]+\/edit)|setup|tasks|thanks|trust)$/

export function createPageHeads(context: Context): PageHeads {
  const picture = previewHome(context).head.picture
  return {
    has: path => path in standing || silent.test(path) || matchOf(path) !== null,
    async read(path, isSearch) {
      const [title, description] = standing[path] ?? []
      const isHome = path === '/'
      const own = isHome ? context.config.community.text : null
      if (description !== undefined)
        return {
          found: true,
          head: {
            ...{ title: title ?? null, description: own ?? description, kind: 'website', path, picture },
            // A search asks for other quests.
            ...((isHome || path === '/quests') &&
              !isSearch && {
                first: { sentence: own, quests: await readNewestQuests(context) },
              }),
            ...(isHome && {
              data: { path: newestDayFile(context), type: 'application/gzip', title: 'Events of a day' },
            }),
          },
        }
      const match = matchOf(path)
      return match === null ? null : readFound(context, match)
    },
  }
}

type Match = { readonly what: 'quests' | 'profile' | 'reputation' | 'proposals'; readonly id: string }

function matchOf(path: string): Match | null {
  const [, what, id] =
    /^\/(?:(quests)\/(quest-[\w-]{1,100})|community-dao\/(proposals)\/(proposal-[\w-]{1,90})|(profile|reputation)\/(0x[0-9a-fA-F]{40}))$/
      .exec(path)
      ?.filter(part => part !== undefined) ?? []
  return what === undefined || id === undefined ? null : { what: what as Match['what'], id }
}

/** A quest or a proposal that is not there is 404; an address is a page also before it has a profile. */
async function readFound(context: Context, { what, id }: Match): Promise<FoundHead | null> {
  try {
    return { found: true, head: await headOf(context, { what, id }) }
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    return { found: what === 'profile' || what === 'reputation', head: null }
  }
}

async function headOf(context: Context, { what, id }: Match): Promise<PageHead> {
  if (what === 'proposals') return readProposalHead(context, id)
  return (what === 'quests' ? await previewQuest(context, id) : await previewProfile(context, id, what)).head
}
