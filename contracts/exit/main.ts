import {
  type Address,
  encodeAbiParameters,
  getAddress,
  type Hex,
  isAddress,
  isHex,
  keccak256,
  stringToBytes,
} from 'viem'
import { send } from './chain.ts'
import { type Found, look, type Paid } from './look.ts'
import {
  type Contract,
  type Payment,
  type Step,
  stepsOfContract,
  stepsOfDeposit,
  stepsOfPayment,
} from './steps.ts'
import { connect } from './wallet.ts'

const form = document.querySelector('#ask') as HTMLFormElement
const said = document.querySelector('#said') as HTMLElement
const found = document.querySelector('#found') as HTMLElement

// A link fills the form: ?contract=0x...&escrow=0x...
for (const [name, value] of new URLSearchParams(location.search)) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}

form.addEventListener('submit', event => {
  event.preventDefault()
  void run('Looking…', show)
})

/** Runs one thing at a time, and shows its failure. */
async function run(doing: string, what: () => Promise<string>): Promise<void> {
  said.textContent = doing
  try {
    said.textContent = await what()
  } catch (error) {
    const { code, message } = error as { code?: number; message?: string }
    said.textContent =
      code === 4001 ? 'You declined in your wallet. Nothing happened.' : (message ?? String(error))
  }
}

function typed(name: string): string {
  return String(new FormData(form).get(name) ?? '').trim()
}

function addressOf(name: string, what: string): Address {
  const value = typed(name)
  if (!isAddress(value, { strict: false }))
    throw new Error(`${what} must be an address: 0x and 40 hex digits.`)
  return getAddress(value)
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
  const farmers = typed('farmer') === '' ? [] : [addressOf('farmer', 'The farmer’s address')]
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
  return part(farmer, steps, now, act, {
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

function part(
  title: string,
  steps: readonly Step[],
  now: number,
  act: (step: Step) => void,
  facts: Readonly<Record<string, string>>,
): Element {
  const list = make('dl')
  for (const [name, value] of Object.entries(facts)) list.append(make('dt', name), make('dd', value))
  const buttons = make('div')
  buttons.className = 'steps'
  for (const step of steps) buttons.append(step.from > now ? later(step) : button(step, act))
  const article = make('article')
  article.append(make('h2', title), list, buttons)
  return article
}

function button(step: Step, act: (step: Step) => void): Element {
  const made = make('button', step.label)
  made.type = 'button'
  made.addEventListener('click', () => act(step))
  return made
}

function later({ label, from }: Step): Element {
  const line = make('p', `${label}: from ${timeOf(from)} on.`)
  line.className = 'later'
  return line
}

function isNobody(address: Address): boolean {
  return BigInt(address) === 0n
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, text = ''): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
