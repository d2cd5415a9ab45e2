import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { courtStages } from '@furrow/sdk/escrow'
import { paymentStates } from '@furrow/sdk/escrow-version'
import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { commands } from '../cli/src/commands/all.ts'
import { stepsOfAccount } from '../contracts/exit/account-steps.ts'
import type { Court } from '../contracts/exit/court-steps.ts'
import {
  type Payment,
  type Step,
  stepsOfContract,
  stepsOfDeposit,
  stepsOfPayment,
} from '../contracts/exit/steps.ts'
import {
  courtArbiterAbi,
  courtArbiterV2Abi,
  questEscrowAbi,
  questEscrowV2Abi,
  questEscrowV3Abi,
  splitAccountAbi,
  splitterAbi,
} from '../contracts/src/index.ts'

/** By what a function of the contracts is called. */
type Hands = {
  /** A button of the web client, or a step of its plan of a payment. */
  readonly web?: true
  /** A button of the page that needs only the chain. */
  readonly exit?: true
  /** A command line: its name in `furrow`, or behind `npm run`. */
  readonly command?: string
  readonly service?: true
  /** The reason why people have neither the web client's button nor that of the page without a service. */
  readonly why?: string
}

const planned = 'A deposit is planned with the terms of its quest, which only the service tells.'
const owner = 'Owners are mostly a Safe, which takes the file of the command.'
const court = 'The page without a service shows where a dispute stands with a court that can be appealed to.'

const hands: Readonly<Record<string, Hands>> = {
  fund: { web: true, command: 'furrow quests fund', why: planned },
  fundMany: { web: true, command: 'furrow quests fund', why: planned },
  fundWithPermit: { web: true, command: 'furrow quests fund', why: planned },
  fundWithPermit2: { web: true, command: 'furrow quests fund', why: planned },
  fundFor: { web: true, command: 'furrow quests sponsor', why: planned },
  approve: { web: true, exit: true },
  returnWork: { web: true, exit: true },
  dispute: { web: true, exit: true },
  concede: { web: true, exit: true },
  resolve: { web: true, exit: true },
  split: { web: true, exit: true },
  giveNotice: { web: true, exit: true },
  refund: { web: true, exit: true },
  refundTo: { web: true, exit: true },
  releaseTo: { web: true, exit: true },
  takeBackTo: { web: true, exit: true },
  reclaimTo: { web: true, exit: true },
  reclaim: { exit: true, why: 'The web client asks for the receiver, with reclaimTo.' },
  release: {
    exit: true,
    service: true,
    why: 'The service releases what is due, and the other page does without it.',
  },
  settle: {
    exit: true,
    service: true,
    why: 'The service settles what is due, and the other page does without it.',
  },
  releaseMany: { service: true, why: 'It is release for several, which the service sends together.' },
  approveFor: {
    service: true,
    why: 'The giver signs in the web client or by the command line, and the service carries it.',
  },
  proposeApproved: { service: true },
  propose: { service: true },
  proposeMany: { service: true },
  proposeAttested: { why: 'There is no attester yet: each proposal goes without an attestation.' },
  close: { service: true },
  becomeOperator: { command: 'npm run operator become' },
  nominateOperator: { command: 'npm run operator nominate', why: owner },
  pauseProposals: { command: 'npm run operator pause', why: owner },
  rescue: { command: 'npm run operator rescue', why: owner },
  nominateDeciders: { command: 'npm run operator nominate-deciders', why: owner },
  appointDeciders: { command: 'npm run operator appoint-deciders', why: owner },
  setLimit: { command: 'npm run operator limit', why: owner },
  setOnlyListed: { command: 'npm run operator only-listed', why: owner },
  pauseRuling: { exit: true, command: 'npm run operator pause-ruling', why: owner },
  acceptBoth: { exit: true, command: 'npm run operator accept-both' },
  bringFor: { exit: true, why: court },
  end: { exit: true, why: court },
  appeal: { exit: true, why: court },
  carryOut: { exit: true, why: court },
  withdraw: { exit: true, why: court },
  bring: { web: true, exit: true, command: 'furrow quests bring' },
  submitEvidence: {
    exit: true,
    why: 'In the web client evidence is shown to the parties and the arbiter in private.',
  },
  rule: { why: 'The court itself calls it.' },
  share: { web: true, exit: true, command: 'furrow quests share-out', service: true },
  shareSome: {
    exit: true,
    command: 'furrow quests share-out',
    why: 'The payees of a place fit one transaction, or the web client leads to the other page.',
  },
  takeTo: {
    exit: true,
    command: 'furrow quests take-owed',
    why: 'The web client leads to the other page, which reads what the account owes.',
  },
}

const people = [1, 2, 3, 4, 5, 6].map(n => getAddress(`0x${String(n).repeat(40)}`)) as Address[]
const [giver, farmer, arbiter, refundee, safe] = people as [Address, Address, Address, Address, Address]
const either = [true, false]

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function textOf(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /(?<!\.test)\.tsx?$/.test(name))
    .map(name => read(join(folder, name)))
    .join('\n')
}

test('every function by which somebody changes the state of the contracts has a hand, or the reason why it has none', () => {
  const names = [
    questEscrowAbi,
    questEscrowV2Abi,
    questEscrowV3Abi,
    courtArbiterAbi,
    courtArbiterV2Abi,
    splitterAbi,
    splitAccountAbi,
  ].flatMap(abi =>
    abi.flatMap(item =>
      item.type === 'function' && item.stateMutability !== 'view' && item.stateMutability !== 'pure'
        ? [item.name as string]
        : [],
    ),
  )
  expect(Object.keys(hands).toSorted()).toEqual([...new Set(names)].toSorted())
  for (const [name, { web, exit, command, service, why }] of Object.entries(hands)) {
    expect(web || exit || command || service || why, name).toBeTruthy()
    if (!(web && exit) && !service && command === undefined) expect(why, name).toBeDefined()
  }
})

test('the web client has the buttons and the steps that are its hands', () => {
  const buttons = textOf('web/src').matchAll(/(?:call=\{\{|callFor=\{[^}]*=> \(\{|\bcall: \{) kind: '(\w+)'/g)
  const plan =
    read('sdk/src/escrow/pay-in.ts') + read('sdk/src/escrow/permit.ts') + read('sdk/src/escrow/permit2.ts')
  const steps = [plan, read('sdk/src/escrow/court.ts')]
    .join('\n')
    .matchAll(/functionName: '(fund\w*|bring)'/g)
  const found = new Set([...buttons, ...steps].map(([, name]) => name))
  expect([...found].toSorted()).toEqual(namesWith('web'))
  expect(textOf('web/src')).toMatch(/\bpayInFor\b[\s\S]*\bbringOrder\b|\bbringOrder\b[\s\S]*\bpayInFor\b/)
})

test('the page that needs only the chain offers the steps that are its hands', () => {
  expect([...offered()].toSorted()).toEqual(namesWith('exit'))
})

test('the service encodes the calls that it is said to send', () => {
  const text = textOf('server/src/ground/clients')
  for (const name of namesWith('service')) expect(text, name).toMatch(new RegExp(`'${name}'`))
})

test('the commands are there', () => {
  const operator = read('server/src/service/cli/operator.ts') + read('server/src/service/cli/owner-calls.ts')
  for (const { command } of Object.values(hands)) {
    if (command === undefined) continue
    const [program, ...words] = command.split(' ')
    if (program === 'furrow') expect(commands.map(({ name }) => name)).toContain(words.join(' '))
    else expect(operator, command).toMatch(new RegExp(`^  '?${words.at(-1)}'?(?: +\\S|: \\{)`, 'm'))
  }
})

function namesWith(hand: 'web' | 'exit' | 'service'): string[] {
  return Object.entries(hands)
    .flatMap(([name, has]) => (has[hand] ? [name] : []))
    .toSorted()
}

/** The calls of all steps that the page offers to anybody, in any state. */
function offered(): Set<string> {
  const steps: Step[] = stepsOfContract({
    operator: giver,
    arbiter: giver,
    owner: safe,
    acceptsBoth: false,
  })
  for (const me of people)
    for (const closed of either) {
      const deposit = {
        version: 3,
        giver,
        refundee,
        arbiter,
        owner: safe,
        free: 1,
        closed,
        freeAt: 0,
        disputeSeconds: 900,
      } as const
      steps.push(...stepsOfDeposit(deposit, me))
      for (const payment of paymentsIn()) steps.push(...stepsOfPayment(deposit, payment, me, 500))
    }
  const money = { undivided: 1n, owed: [{ payee: farmer, amount: 1n }], next: 0 }
  const ofAccount = [5, 500].flatMap(payees => stepsOfAccount({ money, payees }, farmer, String))
  return new Set([...steps, ...ofAccount].map(({ call }) => call))
}

function paymentsIn(): Payment[] {
  return paymentStates.flatMap(state =>
    courts().flatMap(court =>
      either.map(
        (isOwed): Payment => ({
          farmer,
          state,
          verified: false,
          reviewEndsAt: 1_000,
          disputedAt: 1_000,
          decidedAt: 1_000,
          returned: 0,
          share: 5_000,
          paused: 'no',
          payableAt: 1_000,
          farmerOwed: isOwed,
          giverOwed: isOwed,
          court,
        }),
      ),
    ),
  )
}

function courts(): Court[] {
  const appealable = courtStages.map(
    (stage): Court => ({
      kind: 'appealable',
      dispute: [safe, '0x01', farmer],
      group: 1n,
      stage,
      fee: 1n,
      hasPaid: { farmer: false, giver: false },
      endsAt: 0,
      isCarriedOut: false,
      appeals: stage === 'asked' ? [{ side: 'giver', missing: 1n }] : [],
      waiting: stage === 'closed' ? [{ round: 0n, amount: 1n }] : [],
      inCoin: String,
    }),
  )
  return [{ kind: 'plain', fee: '1', isBrought: false }, ...appealable]
}
