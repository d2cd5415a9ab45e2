import { splitAddressOf } from '@furrow/sdk/escrow'
import { type Address, encodeAbiParameters, type Hex, isHex, keccak256, stringToBytes } from 'viem'
import { requireAddress } from './account.ts'
import { namedAccount, startAccountForm } from './account-form.ts'
import { send } from './chain.ts'
import { type Found, look, type Paid } from './look.ts'
import { element, formAt, part, runnerAt, timeOf } from './page.ts'
import {
  type Contract,
  type Payment,
  type Step,
  stepsOfContract,
  stepsOfDeposit,
  stepsOfPayment,
} from './steps.ts'
import { connect } from './wallet.ts'

const form = formAt('#ask')
const found = element('#found')
const run = runnerAt('#said')
const { typed } = form

form.onSubmit(() => void run('Looking…', show))
startAccountForm()

function addressOf(name: string, what: string): Address {
  return requireAddress(typed(name), what)
}

/** The farmer's part in ten-thousandths, from the typed percentage. */
function shareOf(): number {
  const value = typed('share').replace(',', '.')
  if (/^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100) return Math.round(Number(value) * 100)
  throw new Error('The farmer’s part must be a number from 0 to 100, with at most two decimals.')
}

/** Courts read the file behind it (ERC-1497), mostly on IPFS. */
function evidenceOf(): string {
  const value = typed('evidence')
  if (/^(\/ipfs\/|ipfs:\/\/|https:\/\/)\S+$/.test(value)) return value
  throw new Error('The evidence must be the address of its file: /ipfs/…, ipfs://… or https://…')
}

/** The deposit's id: keccak256(abi.encode(giver, keccak256(utf8(quest)))). */
function escrowId(): Hex {
  const id = typed('escrow')
  if (isHex(id) && id.length === 66) return id
  if (id !== '') throw new Error('The id on chain must be 0x and 64 hex digits.')
  if (typed('quest') === '') throw new Error('Say which deposit: its id, or its giver and quest.')
  const quest = keccak256(stringToBytes(typed('quest')))
  const giver = addressOf('giver', 'The giver’s address')
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [giver, quest]))
}

async function show(): Promise<string> {
  const contract = addressOf('contract', 'The escrow contract')
  const escrow = escrowId()
  const account = accountNamed()
  const farmers = typed('farmer') === '' ? [] : [addressOf('farmer', 'The farmer’s address')]
  if (account !== null) farmers.push(account)
  const wallet = await connect()
  const about = await look(wallet, contract, escrow, farmers)
  const { paid } = about
  const arbiter = paid?.deposit.arbiter ?? contract
  const act = (farmer: Address | null) => (step: Step) =>
    run('Look into your wallet…', async () => {
      const receiver = /receiver$/.test(step.takes)
        ? addressOf('receiver', 'The address that gets the money')
        : null
      const share = step.takes === 'share' ? shareOf() : null
      const evidence = step.takes === 'evidence' ? evidenceOf() : null
      const place = { contract, arbiter, escrow, farmer }
      const hash = await send(wallet, place, step, { receiver, share, evidence })
      return `Sent: ${hash}. Look again once it is in a block.`
    })
  const { me } = wallet
  found.replaceChildren(
    ...(about.contract === null ? [] : [aboutContract(about, about.contract, act(null))]),
    ...(paid === null ? [] : aboutPaid(about, paid, me, act)),
  )
  found.hidden = false
  if (paid === null) return 'Nobody has paid in under this id in this contract.'
  return paid.payments.length === 0
    ? 'Nobody was proposed, as far as the wallet’s node tells. If you know of a farmer, type the address above.'
    : `As of now, for ${me}.`
}

/** To the contract the account that the second form names is a farmer. */
function accountNamed(): Address | null {
  const split = namedAccount()
  return split === null ? null : splitAddressOf(split)
}

type Act = (farmer: Address | null) => (step: Step) => void

function aboutPaid(about: Found, paid: Paid, me: Address, act: Act): Element[] {
  const payments = paid.payments.map(payment => aboutPayment(about, paid, payment, me, act(payment.farmer)))
  return [aboutDeposit(about, paid, me, act(null)), ...payments]
}

function aboutContract({ now }: Found, contract: Contract, act: (step: Step) => void): Element {
  return part('The contract', stepsOfContract(contract), now, act, {
    Operator: contract.operator,
    'Arbiter of new deposits': contract.arbiter,
    Owner: isNobody(contract.owner) ? 'Nobody' : contract.owner,
  })
}

function aboutDeposit(
  { isAsListed, now }: Found,
  { deposit, each, held }: Paid,
  me: Address,
  act: (step: Step) => void,
): Element {
  return part('The deposit', stepsOfDeposit(deposit, me), now, act, {
    Giver: deposit.giver,
    ...(deposit.refundee !== deposit.giver && { 'Paid in by': deposit.refundee }),
    'For each place': each,
    'Still here': held,
    'Free places': String(deposit.free),
    Arbiter: deposit.arbiter,
    Code: codeWords[String(isAsListed)] ?? '',
  })
}

const codeWords: Readonly<Record<string, string>> = {
  true: 'That of the deployment which this page knows',
  false: 'NOT that of the deployment which this page knows: sign nothing here',
  null: 'This page knows no deployment at this address',
}

function aboutPayment(
  { now }: Found,
  { deposit }: Paid,
  payment: Payment,
  me: Address,
  act: (step: Step) => void,
): Element {
  const { farmer, state, reviewEndsAt, disputedAt, payableAt, share } = payment
  const steps = stepsOfPayment(deposit, payment, me, now)
  const isAccount = accountNamed() === farmer
  return part(farmer, steps, now, act, {
    ...(isAccount && { Payee: 'The account below, which pays several people and can sign nothing' }),
    Stands: stands[state],
    ...(state === 'proposed' && { 'Review ends': timeOf(reviewEndsAt) }),
    ...(state === 'disputed' && { 'Ends by itself': timeOf(disputedAt + deposit.disputeSeconds) }),
    ...(state === 'ruled' && { 'The farmer’s part': `${share / 100} %`, 'Carried out': timeOf(payableAt) }),
  })
}

const stands: Readonly<Record<Payment['state'], string>> = {
  none: 'Not proposed',
  proposed: 'In review',
  disputed: 'Disputed',
  released: 'Paid',
  refunded: 'Given back',
  split: 'Split between the two',
  unpaid: 'Decided; a part waits for its receiver',
  ruled: 'Ruled about; carried out a day after it',
}

function isNobody(address: Address): boolean {
  return BigInt(address) === 0n
}
