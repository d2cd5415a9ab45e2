import type { Split } from '@furrow/sdk/escrow'
import { splitAddressOf } from '@furrow/sdk/escrow'
import { getAddress, zeroAddress } from 'viem'
import { type AccountWords, accountOf, lookAtAccount, requireAddress, takeFromAccount } from './account.ts'
import { type AccountStep, stepsOfAccount } from './account-steps.ts'
import { element, formAt, part, runnerAt } from './page.ts'
import { shareOut } from './share-out.ts'
import { connect } from './wallet.ts'

const form = formAt('#ask-account')
const found = element('#found-account')
const run = runnerAt('#said-account')

/** Shows the account of several payees that the second form names, with a button for each step. */
export function startAccountForm(): void {
  form.onSubmit(() => void run('Looking…', show))
}

/** The account that the form names; null while nobody named one. */
export function namedAccount(): Split | null {
  return form.typed('splitter') === '' ? null : accountOf(words())
}

function words(): AccountWords {
  const { typed } = form
  return {
    ...{ splitter: typed('splitter'), shares: typed('shares'), salt: typed('salt') },
    ...{ quest: typed('place-quest'), farmer: typed('place-farmer') },
  }
}

async function show(): Promise<string> {
  const split = accountOf(words())
  const token = form.typed('token') === '' ? zeroAddress : requireAddress(form.typed('token'), 'The token')
  const wallet = await connect()
  const { isKnown, money, say } = await lookAtAccount(wallet, split, token)
  const act = ({ call }: AccountStep) =>
    void run('Look into your wallet…', async tell => {
      if (call !== 'takeTo') return shareOut(wallet, split, token, tell)
      const receiver = requireAddress(form.typed('receiver'), 'The address that gets the money')
      return takeFromAccount(wallet, split, token, receiver)
    })
  const steps = stepsOfAccount({ money, payees: split.payees.length }, wallet.me, say)
  const facts = {
    'Not shared out yet': say(money.undivided),
    Payees: String(split.payees.length),
    Code: isKnown
      ? 'That of the splitter which this page knows'
      : 'NOT that of the splitter which this page knows: sign nothing here',
    ...(money.owed.length > 0 && {
      Kept: money.owed.map(({ amount, payee }) => `${say(amount)} for ${getAddress(payee)}`).join('; '),
    }),
  }
  found.replaceChildren(
    part(
      splitAddressOf(split),
      steps.map(step => ({ ...step, from: 0 })),
      0,
      act,
      facts,
    ),
  )
  found.hidden = false
  return `As of now, for ${wallet.me}.`
}
