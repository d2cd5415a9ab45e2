import type { CommunityDaoQuery } from '@furrow/sdk/contract'
import { checksum } from '../../ground/address.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { readPeople } from './community-dao.ts'
import { listProposals } from './proposals.ts'
import { readOnChain } from './treasury.ts'

type Made = { readonly value: object; readonly next: string | null }
export type DaoDocument = 'dao' | 'members' | 'proposals' | 'activities' | 'contracts'
export type Place = { readonly origin: string; readonly query: CommunityDaoQuery }

/** The documents of ERC-4824. A field without a value is left out, as it asks. */
export const daoDocuments: Readonly<Record<DaoDocument, (context: Context, place: Place) => Promise<Made>>> =
  {
    async dao(context, { origin }) {
      const { config } = context
      const { text } = config.community
      const at = (name: string) => `${origin}${config.basePath}/community-dao/${name}.json`
      const value = {
        ...headOf(context),
        ...(text !== null && { description: text }),
        membersURI: at('members'),
        proposalsURI: at('proposals'),
        activityLogURI: at('activities'),
        governanceURI: `${origin}/docs/decisions.md`,
        ...((await readContracts(context)).length > 0 && { contractsURI: at('contracts') }),
      }
      return { value, next: null }
    },

    async members(context) {
      const { members } = await readPeople(context)
      return {
        value: { ...headOf(context), members: members.map(({ address }) => person(address)) },
        next: null,
      }
    },

    async proposals(context, { origin, query }) {
      const { proposals, next } = await listProposals(context.db, query)
      const shown = proposals.map(({ id, title, status }) => ({
        type: 'proposal',
        id: idOf(context, origin, id),
        name: title,
        contentURI: `${origin}/community-dao/proposals/${id}`,
        status,
      }))
      return { value: { ...headOf(context), proposals: shown }, next }
    },

    async activities(context, { origin, query }) {
      const { proposals, next } = await listProposals(context.db, query)
      const activities = proposals.map(({ id, proposer }) => ({
        id: `${id}/proposed`,
        type: 'activity',
        proposal: { type: 'proposal', id: idOf(context, origin, id) },
        member: person(proposer),
      }))
      return { value: { ...headOf(context), activities }, next }
    },

    async contracts(context) {
      return { value: { ...headOf(context), contracts: await readContracts(context) }, next: null }
    },
  }

const headOf = ({ config }: Context) => ({
  '@context': 'https://www.daostar.org/schemas',
  type: 'DAO',
  name: communityName(config),
})

const person = (id: string) => ({ type: 'EthereumAddress', id })

const idOf = ({ config }: Context, origin: string, id: string) =>
  `${origin}${config.basePath}/community-dao/proposals?id=${id}`

/** By CAIP-10: the same address may be another contract on another chain. */
async function readContracts({ db, escrows }: Context) {
  const treasury = await readOnChain(db)
  const at = (chainId: number, address: string) => person(`eip155:${chainId}:${address}`)
  return [
    ...escrows.all.map(({ chainId, address }) => ({
      ...at(chainId, checksum(address)),
      name: 'QuestEscrow',
      description: 'Holds the rewards of quests until they are released',
    })),
    ...(treasury === null
      ? []
      : [
          {
            ...at(treasury.chainId, treasury.address),
            name: 'Treasury',
            description: 'As the Genesis Creator named it',
          },
        ]),
  ]
}
