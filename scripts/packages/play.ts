// A program of somebody else's, with the packed SDK alone: a quest from its post to its payment.
import { createFurrow, type Furrow, FurrowError, type Quest, type QuestsApi, type Signer } from '@furrow/sdk'
import { fromUnits } from '@furrow/sdk/amount'
import { questStatuses } from '@furrow/sdk/contract'
import { createFurrow as createWhole } from '@furrow/sdk/whole'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

type Globals = { readonly furrowUrl?: string; readonly process?: { readonly env: { FURROW_URL?: string } } }
const globals = globalThis as Globals
const baseUrl = globals.furrowUrl ?? globals.process?.env.FURROW_URL ?? ''

async function signedIn(create: typeof createFurrow): Promise<{ furrow: Furrow; address: string }> {
  const account = privateKeyToAccount(generatePrivateKey())
  const signer: Signer = { account, signMessage: ({ message }) => account.signMessage({ message }) }
  const furrow = create({ baseUrl })
  await furrow.signIn(signer)
  return { furrow, address: account.address }
}

const giver = await signedIn(createWhole)
const farmer = await signedIn(createFurrow)
const posted: Quest = await giver.furrow.quests.post({
  title: 'Fix the gate',
  description: 'The gate of the lower field does not close.',
  reward: '100 USDC',
  rewardAmount: 100,
  rewardToken: 'USDC',
  skills: ['carpentry'],
  maxFarmers: 1,
  category: 'maintenance',
})
const quests: QuestsApi = farmer.furrow.quests
const { items } = await quests.list({ status: 'open', skill: 'carpentry' })
const [found] = items.filter(({ id }) => id === posted.id)
if (found === undefined) throw new Error('The quest is not on the board.')
await quests.accept(found)
await quests.submit(found.id, { note: 'It closes.' })
await giver.furrow.quests.approve(found.id, farmer.address)
await giver.furrow.quests.review({ questId: found.id, address: farmer.address, rating: 5 })
const refusal: unknown = await quests.withdraw(found.id).catch(error => error)
const { status, farmers } = await quests.get(found.id)
const result = {
  status,
  isKnown: questStatuses.includes(status),
  paid: farmers.map(({ status, address }) => [status, address === farmer.address]),
  refused: refusal instanceof FurrowError && refusal.status,
  amount: fromUnits(100n, 2),
}
console.log(JSON.stringify(result))
