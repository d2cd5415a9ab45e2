import { describe, test } from 'vitest'
import { given, invalid } from '../../../test/given.ts'
import { covers } from '../../../test/played.ts'
import {
  accept,
  act,
  approve,
  arbiter,
  at,
  choosing,
  dispute,
  disputedOnChain,
  farmer,
  funded,
  giver,
  other,
  posted,
  proposed,
  prove,
  type Step,
  submit,
  ways,
} from '../../../test/told-quest.ts'
import { day } from '../../ground/clock.ts'
import type { EventKind } from './events/all.ts'
import type { Deposit, Quest } from './quest.ts'
import { notCarried, type Stopped } from './stopped.ts'

const onlyByWallet = (who: string, call: string) =>
  invalid(`The funds of this quest are on chain: ${who} calls ${call} of the escrow contract with a wallet.`)

describe('a quest on chain takes farmers only for funds that are there, and that somebody will pay out', () => {
  const admit: Step = [2, { kind: 'admit', by: giver, farmer }]
  const unserved =
    'This quest takes no farmers: its funds are in an escrow contract that this service no longer serves, so nobody would pay them out.'
  const stopped: Readonly<Record<Stopped, string>> = {
    'low-balance': 'the service has too little coin for gas on its chain',
    'no-contract': 'there is no escrow contract at its address',
    'no-operator': "the service is not the escrow contract's operator",
    'proposals-paused': 'the owner of its escrow contract has paused proposals',
  }

  test.each<readonly [string, Partial<Deposit>, string]>([
    ['its contract is served no more', { served: false }, unserved],
    [
      'it is not funded',
      { status: 'unfunded' },
      'This quest is not funded yet: its giver has to pay into the escrow first.',
    ],
    [
      'its giver takes the free places back',
      { noticeEndsAt: at(9) },
      'The giver of this quest takes its free places back: nobody can join any more.',
    ],
    ...Object.entries(stopped).map(
      ([cause, because]) =>
        [
          cause,
          { stopped: cause as Stopped },
          `This quest takes no farmers for now: ${because}, so their work could not be proposed. Whoever runs the service was told; try again later.`,
        ] as const,
    ),
  ])('and takes nobody where %s', (_, deposit, sentence) => {
    given(funded(deposit)).when(accept()).then(invalid(sentence))
    const applied: Quest = { ...[accept()].reduce(act, choosing), deposit: funded(deposit).deposit }
    given(applied).when(admit).then(invalid(sentence))
  })
})

type Told = readonly [version: 1 | 2, command: string, way: readonly Step[], step: Step, refusal: Error]
const complete: Step = [3, { kind: 'complete', by: giver }]
const giveBack: Step = [3, { kind: 'return', by: giver, farmer, note: 'a hinge' }]
const concede: Step = [4, { kind: 'concede', by: farmer }]
const resolve = (more: { outcome: 'pay' } | { outcome: 'split'; share: number }): Step => [
  4,
  { kind: 'resolve', by: arbiter, farmer, reason: null, ...more },
]
const proposePart: Step = [4, { kind: 'propose-part', by: farmer, farmer, share: 5_000, note: null }]
const working = [accept(), submit()]
const disputed = [...working, proposed, disputedOnChain]
const noReturn = invalid(
  'The funds of this quest are on chain, and the escrow contract does not give back work that was proposed to it: approve or dispute it with a wallet.',
)
const both = [1, 2] as const

describe('where the contract holds the funds, the parties decide with their wallets', () => {
  test.each<Told>([
    ...both.flatMap((version): Told[] => [
      [version, 'approve', working, approve(), onlyByWallet('the giver', 'approve(escrow, farmer)')],
      [version, 'complete', working, complete, onlyByWallet('the giver', 'approve(escrow, farmer)')],
      [version, 'dispute', working, dispute(), onlyByWallet('the giver', 'dispute(escrow, farmer)')],
      [
        version,
        'resolve',
        disputed,
        resolve({ outcome: 'pay' }),
        onlyByWallet('the arbiter', 'resolve(escrow, farmer, pay)'),
      ],
    ]),
    [1, 'return', working, giveBack, noReturn],
    [
      1,
      'return',
      [accept(), [1, { kind: 'submit', by: farmer, url: null, note: 'x' }], proposed],
      giveBack,
      noReturn,
    ],
    [2, 'return', working, giveBack, onlyByWallet('the giver', 'returnWork(escrow, farmer)')],
    [
      1,
      'resolve with a part for each',
      disputed,
      resolve({ outcome: 'split', share: 5_000 }),
      invalid(
        'The funds of this quest are on chain, and the escrow contract pays or refunds a place as a whole: it cannot split it.',
      ),
    ],
    [
      2,
      'resolve with a part for each',
      disputed,
      resolve({ outcome: 'split', share: 5_000 }),
      onlyByWallet('the arbiter', 'split(escrow, farmer, share)'),
    ],
    [
      1,
      'propose a part',
      working,
      proposePart,
      invalid(
        'The funds of this quest are on chain, and the escrow contract pays or refunds a place as a whole: it cannot split it.',
      ),
    ],
    [
      2,
      'propose a part',
      working,
      proposePart,
      invalid(
        'The funds of this quest are on chain, where the arbiter alone divides the reward of a place: dispute the work, and both tell the arbiter which part you agree to.',
      ),
    ],
    [
      2,
      'share a place',
      [accept()],
      [1, { kind: 'share', by: farmer, shares: [farmer, other].map(address => ({ address, share: 5_000 })) }],
      invalid(
        'The funds of this quest are on chain, where the escrow contract pays one wallet for each place, and this service has no splitter on its chain. Withdraw, and take the place with the address of a splitter contract of your own, or agree with the giver on a quest whose reward is promised in the ledger.',
      ),
    ],
    [
      1,
      'concede',
      disputed,
      concede,
      onlyByWallet('only the arbiter gives them back, who', 'resolve(escrow, farmer, pay)'),
    ],
    [2, 'concede', disputed, concede, onlyByWallet('the farmer', 'concede(escrow)')],
  ])('version %i: %s', (version, _, way, step, refusal) => {
    given(funded({ version }), ...way)
      .when(step)
      .then(refusal)
  })

  test.each<readonly [string, readonly Step[], Step, readonly EventKind[]]>([
    ['approve', working, approve(), ['released']],
    ['complete', working, complete, ['released', 'closed', 'places-returned']],
    ['dispute', working, dispute(), ['disputed']],
    ['return', working, giveBack, ['returned']],
    ['resolve', ways.disputed, resolve({ outcome: 'pay' }), ['released']],
    [
      'resolve with a part for each',
      ways.disputed,
      resolve({ outcome: 'split', share: 5_000 }),
      ['released'],
    ],
    ['concede', ways.disputed, concede, ['refunded']],
    ['propose a part', ways['in-review'], proposePart, ['part-proposed']],
  ])('and on the ledger with the service: %s', (_, way, step, kinds) => {
    given(posted, ...way)
      .when(step)
      .thenKinds(kinds)
  })

  test('a quest on chain without work can be completed here', () => {
    given(funded(), [1, { kind: 'complete', by: giver }])
      .when(complete)
      .then([])
    given(funded(), accept(), prove(), proposed)
      .when(complete)
      .then(onlyByWallet('the giver', 'approve(escrow, farmer)'))
  })
})

describe('a signed approval', () => {
  const inReview = [accept(), submit()] as const
  const sign = (passed = 2): Step => [
    passed,
    { kind: 'sign-approval', by: giver, farmer, until: at(day), signature: '0x0123' },
  ]
  /** Work in review, and then something of the deposit is another thing. */
  const stateOf = (change: Partial<Deposit>, ...more: readonly Step[]): Quest => {
    const quest = [...inReview, ...more].reduce(act, funded())
    return { ...quest, deposit: { ...(quest.deposit as Deposit), ...change } }
  }

  test('needs a contract that takes signatures, and a service that can carry them', () => {
    given(posted, ...ways['in-review'])
      .when(sign())
      .then(invalid('The funds of this quest are in no contract: approve the work without a signature.'))
    given(funded({ version: 1 }), ...inReview)
      .when(sign())
      .then(
        invalid(
          'The funds of this quest are on chain: the giver calls approve(escrow, farmer) of the escrow contract with a wallet.',
        ),
      )
    given(stateOf({ served: false }))
      .when(sign())
      .then(
        invalid(
          'This service no longer serves the escrow contract of this quest: approve the work with a transaction of your own.',
        ),
      )
    given(stateOf({ stopped: 'low-balance' }))
      .when(sign())
      .then(
        invalid(
          'The service cannot carry your signed approval now: the service has too little coin for gas on its chain. Whoever runs the service was told; approve the work with a transaction of your own, or try again later.',
        ),
      )
  })

  test('goes on while proposals are stopped, where the contract knows the work', () => {
    for (const stopped of ['proposals-paused', 'no-operator'] as const) {
      given(stateOf({ stopped }, proposed)).when(sign()).thenKinds(['approval-signed'])
      given(stateOf({ stopped }))
        .when(sign())
        .then(invalid(notCarried(stopped)))
    }
  })

  test('is not carried, proposed or not, where the service has no gas, or no contract', () => {
    for (const stopped of ['low-balance', 'no-contract'] as const)
      for (const state of [stateOf({ stopped }), stateOf({ stopped }, proposed)])
        given(state)
          .when(sign())
          .then(invalid(notCarried(stopped)))
  })
})

covers(['custody.ts'])
