import { type Furrow, findUnpaidAddition, type Quest } from '@furrow/sdk'

/**
 * The next step after an addition to a quest on chain: the deposit of the addition, as transactions for the wallet. null
 * where nothing waits for one, such as in the ledger.
 */
export async function payInNext(furrow: Furrow, quest: Quest) {
  const companion = await findUnpaidAddition(furrow, quest)
  return companion && payInOf(companion)
}

async function payInOf(companion: Quest) {
  const { allowCall, depositCall, payInOf } = await import('@furrow/sdk/escrow')
  const payIn = payInOf([companion])
  const calls = payIn.isCoin ? [depositCall(payIn)] : [allowCall(payIn, payIn.total), depositCall(payIn)]
  const { chainId, escrow, token } = payIn
  const { amount } = companion.funding
  return {
    how,
    companion: companion.id,
    deposit: { chainId, escrow, token, amount },
    transactions: calls.map(call => ({ chainId, ...call, value: BigInt(call.value).toString() })),
  }
}

const how = [
  'It counts once its deposit is in the escrow contract: until then nobody sees it in the sum.',
  'This server has no key of a wallet, and moves no money: ask the wallet, or its person, to pay.',
  'Send `transactions` from the wallet that adds, in their order and once. The first lets the contract take the token, where there are two.',
  'The service sees the deposit by itself. get_quest with the id in `companion` shows its `funding`.',
  'Once the giver has released the work a window begins in which this wallet may call dispute(escrowId, farmer) of the contract for its own part; silence pays.',
]
