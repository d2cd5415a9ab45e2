import { channelKinds, contestOutcomes, reportedKinds } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../../test/harness.ts'
import { checksum, toAddress } from '../../../ground/address.ts'
import { instant } from '../../../ground/clock.ts'
import {
  type MergeFault,
  type PaymentFault,
  sayMergeFault,
  sayPaymentFault,
} from '../../../rules/lifecycle/fault.ts'
import { changedTerms } from '../../../rules/lifecycle/notice-values.ts'
import type { Letter } from '../letter.ts'
import { type LetterKey, type LetterValues, type Worded, wordLetter } from './catalogue.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { momentsIn } from './moments.ts'

const farmer = toAddress(`0x${'ab'.repeat(20)}`)
const other = toAddress(`0x${'cd'.repeat(20)}`)
const [soon, later] = [Date.parse('2026-03-02T10:30:00Z'), Date.parse('2026-04-05T16:45:00Z')]
const money = { amount: '12.5', token: 'USDC' }
const transaction = { chainId: 8453, txHash: `0x${'1f'.repeat(32)}` }
const reason = 'Cows got out.'
const disputed = { farmer, ...money, disputeEndsAt: soon, reason, fault: null }

const mergeFaults: readonly MergeFault[] = [
  { code: 'pull-request-gone', pullRequest: 42, repository: 'farm/gates' },
  { code: 'other-repository', repository: 'farm/gates' },
  { code: 'pull-request-changed', pullRequest: 42 },
  { code: 'other-merge', pullRequest: 42 },
  { code: 'issue-reopened', pullRequest: 42, issue: 41 },
  { code: 'reverted', pullRequest: 42 },
  { code: 'code-host-silent' },
]
const paymentFaults: readonly PaymentFault[] = [
  { code: 'failed' },
  { code: 'untraced', chainId: 8453, token: 'USDC' },
  { code: 'nothing-moved', token: 'USDC' },
  { code: 'too-early', minedAt: soon },
  { code: 'too-little', moved: '2.5', elsewhere: '1.25', released: '12.5', token: 'USDC' },
  { code: 'too-little', moved: '2.5', elsewhere: null, released: '12.5', token: 'USDC' },
  { code: 'unconfirmed' },
]

const samples: { readonly [K in LetterKey]: readonly LetterValues[K][] } = {
  applied: [{ farmer }],
  declined: [{ reason }, { reason: null }],
  'application-expired': [{}],
  'application-closed': [{ withQuest: true }, { withQuest: false }],
  admitted: [{ expiresAt: later, idleAt: soon }],
  'place-taken': [{ farmer, expiresAt: soon }],
  withdrawn: [{ farmer }],
  'place-expired': [{ returned: true }, { returned: false }],
  'expiry-warned': [
    { returned: true, expiresAt: soon },
    { returned: false, expiresAt: soon },
  ],
  'idle-warned': [{ idleAt: soon }],
  kept: [{ farmer, idleAt: soon }],
  'place-extended': [{ expiresAt: soon }],
  'place-freed': [{ reason }, { reason: null }],
  'place-cancelled': [{}],
  submitted: [{ farmer, ...money, reviewEndsAt: soon }],
  merged: [{ farmer, ...money, reviewEndsAt: soon, pullRequest: 42 }],
  returned: [{ farmer, note: reason, expiresAt: soon }],
  'part-proposed': [null, reason].map(note => ({
    by: farmer,
    farmer,
    paid: '6',
    refunded: '4',
    token: 'USDC',
    note,
  })),
  'place-shared': [{ farmer, share: 2_550 }],
  'share-agreed': [true, false].map(all => ({ farmer, member: farmer, all })),
  'share-ended': (['changed', 'refused', 'not-agreed', 'place-over'] as const).map(ended => ({
    farmer,
    ended,
  })),
  'share-released': [{ farmer, amount: '2.5', token: 'USDC' }],
  'proposed-again': [true, false].map(merged => ({ farmer, reviewEndsAt: soon, merged })),
  'merge-doubted': [
    { farmer, reason, fault: null },
    ...mergeFaults.map(fault => ({ farmer, reason: sayMergeFault(fault, farmer), fault })),
  ],
  'disputed-to-giver': [
    { ...disputed, otherwise: 'contract-refunds-unless-attested' },
    { ...disputed, otherwise: 'contract-as-proposed' },
    { ...disputed, otherwise: 'contract-refunds' },
    { ...disputed, otherwise: 'contract-pays' },
  ],
  'disputed-to-farmer': [
    { ...disputed, otherwise: 'pay-if-merge-stands' },
    { ...disputed, otherwise: 'pay' },
    { ...disputed, otherwise: 'pay-for-link' },
    { ...disputed, otherwise: 'refund' },
  ],
  'disputed-to-arbiter': [
    { ...disputed, giver: other },
    ...mergeFaults.map(fault => ({ ...disputed, giver: other, reason: sayMergeFault(fault, farmer), fault })),
  ],
  answered: [{ farmer, url: 'https://example.org/a', note: 'Mended.' }],
  'evidence-added': [{ by: other, farmer }],
  ruled: [true, false].map(paused => ({
    farmer,
    paid: '7.5',
    refunded: '5',
    token: 'USDC',
    payableAt: soon,
    paused,
  })),
  'ruling-undone': [{ farmer, disputeEndsAt: soon }],
  released: (['window-over', 'approved', 'resolved', 'split', 'agreed', 'undecided'] as const).map(
    because => ({
      farmer,
      paid: '7.25',
      refunded: '5.25',
      token: 'USDC',
      because,
      booked: because !== 'approved',
      reason,
    }),
  ),
  refunded: (['resolved', 'undecided', 'conceded', 'funds-gone', 'on-chain'] as const).map(because => ({
    farmer,
    refunded: '12.5',
    token: 'USDC',
    because,
    reason,
  })),
  'credit-kept': [
    { farmer, ...money, side: 'farmer', decision: 'for-farmer' },
    { farmer, ...money, side: 'giver', decision: 'unknown' },
  ],
  'credit-taken': [
    { farmer, side: 'farmer', by: 'farmer' },
    { farmer, side: 'farmer', by: 'giver' },
  ],
  'payment-found': [
    { farmer, ...money, ...transaction, payer: null },
    { farmer, ...money, ...transaction, payer: other },
  ],
  'payment-settled': [{ farmer, ...money, ...transaction }],
  'payment-denied': [{ farmer, ...transaction }],
  'payment-reorganised': [{ farmer, ...money, ...transaction }],
  'payment-refused': [
    { farmer, ...money, ...transaction, problem: reason, fault: null },
    ...paymentFaults.map(fault => ({
      ...{ farmer, ...money, ...transaction },
      problem: sayPaymentFault(fault, farmer),
      fault,
    })),
  ],
  'payment-said': [
    { farmer, ...money, transaction: null },
    { farmer, ...money, transaction: transaction.txHash },
  ],
  'payment-received': [{ farmer, ...money }],
  'payment-missed': [{ farmer, ...money }],
  'payment-owed': [{ farmer, ...money, since: soon }],
  funded: [{}],
  misfunded: [
    {
      paid: { token: farmer, each: '3000000', places: 17 },
      needed: { token: other, each: '12500000', places: 42 },
    },
  ],
  edited: [
    {
      amount: { before: '3', after: '4.5', token: 'USDC' },
      places: 17,
      deadline: { after: soon },
      description: true,
    },
    { amount: null, places: null, deadline: { after: null }, description: false },
  ],
  'edited-for-backers': [
    {
      ...{ amount: { before: '3', after: '4.5', token: 'USDC' }, deadline: { after: soon } },
      terms: changedTerms,
    },
    { amount: null, deadline: { after: null }, terms: [] },
  ],
  backed: [{ backer: other, ...money }],
  'backing-stopped': [{ backer: other, ...money }],
  'backing-returned': [money],
  'backing-closing': [{}],
  'backers-follow': [1, 12].map(count => ({ count, ...money })),
  'objection-dropped': [{ farmer }],
  thanked: [
    { giver: other, ...money, thanks: 'https://example.org/o/r/pull/7' },
    { giver: other, ...money, thanks: 'quest-1-1' },
  ],
  'next-part': [null, Date.UTC(2030, 0, 1)].map(until => ({ title: 'The second part', until })),
  'thanks-said': [
    { giver: other, ...money, url: 'https://example.org/o/r/pull/7' },
    { giver: other, ...money, url: null },
  ],
  'notice-given': [{ endsAt: soon }],
  'prizes-called-back': [{ endsAt: soon }],
  commented: [{ author: other }],
  'contest-closed': [
    { entries: 0, decideUntil: soon, rankBy: 'giver' },
    { entries: 41, decideUntil: soon, rankBy: 'giver' },
    { entries: 41, decideUntil: soon, rankBy: 'votes' },
  ],
  'contest-placed': (['giver', 'members'] as const).map(by => ({
    ...{ by, giver: other, prize: 2, ...money, endsAt: soon },
  })),
  'contest-unplaced': [{ endsAt: soon }],
  'ranking-disputed': [true, false].map(judged => ({ reason, disputeEndsAt: soon, judged })),
  'contest-won': (['ranked', 'silence'] as const).flatMap(decided =>
    [true, false].map(booked => ({ giver: other, ...money, decided, booked })),
  ),
  'payout-begun': (['ranked', 'resolved', 'silence'] as const).flatMap(decided =>
    ['2.5', null].map(part => ({
      ...{ decided, part, winners: 3, prizesBack: '5.25', token: 'USDC', reviewEndsAt: soon },
      reason: decided === 'resolved' ? reason : null,
    })),
  ),
  'contest-decided': contestOutcomes.map(decided => ({
    decided,
    winners: 3,
    refunded: '5.25',
    token: 'USDC',
    reason: decided === 'resolved' ? reason : null,
  })),
  'quest-found': [{ name: 'Rust', reward: '20 USDC' }],
  'comment-answered': [{ author: other }],
  invited: [null, 'You are good with gates.'].map(note => ({ giver: other, reward: '12.5 USDC', note })),
  'hidden-by-moderator': reportedKinds.map(kind => ({ kind, thing: 'quest-1-1', title: 'Fix', reason })),
  'shown-again': reportedKinds.map(kind => ({ kind, thing: 'quest-1-1', title: 'Fix', reason })),
  'wallet-frozen': [{ owner: farmer, reason }],
  'wallet-unfrozen': [{ owner: farmer, reason }],
  'channel-ended': channelKinds.flatMap(kind =>
    ['404', null].map(answer => ({ kind, answer, url: 'https://example.org/a' })),
  ),
}

const letters = Object.entries(samples).flatMap(([key, all]) =>
  all.map(values => ({ key, values }) as Worded),
)
const quest = { id: 'quest-1-1', title: 'Fix the gate' }

describe.each([
  ['de', german, /„[^„“”«»"]+“/g],
  ['es', spanish, /«(?!\s)[^„“”«»"]+(?<!\s)»/g],
  ['fr', french, /«\u202f[^„“”«»"]+\u202f»/g],
])('letters in %s', (locale, catalogue, quotation) => {
  const moment = momentsIn(locale)
  /** Everything that the English letter is made from, as this language writes it. */
  const facts: readonly (readonly [english: string, here: string])[] = [
    ...[farmer, other].map(address => [checksum(address), checksum(address)] as const),
    ...[soon, later].map(at => [instant(at), moment(at)] as const),
    ...['12.5 USDC', '7.25 USDC', '5.25 USDC', '3 USDC', '4.5 USDC', '17', '42', '404', '8453', reason].map(
      text => [text, text] as const,
    ),
    ...[
      transaction.txHash,
      'https://example.org/a',
      'farm/gates',
      '1.25',
      'debug_traceTransaction',
      'Mended.',
      'You are good with gates.',
      quest.id,
      quest.title,
    ].map(text => [text, text] as const),
    ...['releaseTo(escrow, receiver)', 'takeBackTo(escrow, farmer, receiver)', '/exit/'].map(
      text => [text, text] as const,
    ),
  ]

  test.each(letters)('$key says what the English one does, in its own words', letter => {
    const told = wordLetter(english, letter, quest)
    const here = wordLetter(catalogue, letter, quest)
    expect(here.subject).not.toBe(told.subject)
    for (const part of ['subject', 'body'] as const)
      for (const [inEnglish, inThis] of facts)
        expect([inThis, here[part].includes(inThis)]).toEqual([inThis, told[part].includes(inEnglish)])
    expect(here.body).not.toMatch(/undefined|null|NaN|\[object/)
    const { values } = letter
    if ('fault' in values && values.fault !== null)
      expect(here.body).not.toContain('problem' in values ? values.problem : values.reason)
    expect(here.body.split('\n\n')[0]).not.toBe(told.body.split('\n\n')[0])
  })

  test('quote between the double marks of their own language', () => {
    const texts = letters.flatMap(letter => Object.values(wordLetter(catalogue, letter, quest)))
    expect(texts.some(text => text.match(quotation))).toBe(true)
    expect(texts.filter(text => /[„“”«»"]/.test(text.replaceAll(quotation, '')))).toEqual([])
  })
})

describe('a letter of the service', () => {
  test('comes in the language of its reader, and in English where they chose none', async () => {
    const { user } = await startHarness()
    const [giver, german, french] = [user(), user(), user()]
    await german.furrow.profile.change({ language: 'de' })
    await french.furrow.profile.change({ language: 'fr' })
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 3 })
    const subjectsOf = async ({ furrow }: typeof giver) =>
      (await furrow.mail.list()).items.map(({ subject }) => subject).toSorted()
    await german.furrow.quests.accept(id)
    await french.furrow.quests.accept(id)
    await german.furrow.quests.submit(id, { note: 'Done.' })
    await giver.furrow.quests.dispute(id, german.account.address, 'Cows got out.')
    await giver.furrow.profile.change({ language: 'es' })
    await french.furrow.quests.withdraw(id)
    expect(await subjectsOf(german)).toEqual([`Strittig: ${sampleQuest.title}`])
    const before = await subjectsOf(giver)
    expect(before).toEqual([
      `Accepted: ${sampleQuest.title}`,
      `Accepted: ${sampleQuest.title}`,
      `Devuelta: ${sampleQuest.title}`,
      `In review: ${sampleQuest.title}`,
    ])
    await german.furrow.quests.comment({ questId: id, body: 'Where is the gate?' })
    const comment = (await giver.furrow.mail.list()).items.find(({ subject }) => !before.includes(subject))
    expect(comment).toMatchObject({
      subject: `Comentario: ${sampleQuest.title}`,
      body: expect.stringContaining(`Misión: ${id}`),
    })
  })

  test('is in their language too where a giver invites them, or a moderator acts', async () => {
    const { user, platform } = await startHarness()
    const [giver, farmer, moderator] = [user(), user(), user(platform)]
    await farmer.furrow.profile.change({ language: 'fr' })
    await giver.furrow.profile.change({ language: 'de' })
    const { id, title } = await giver.furrow.quests.post(sampleQuest)
    await giver.furrow.quests.invite({ questId: id, address: farmer.address, note: 'Cows got out.' })
    const [invited] = (await farmer.furrow.mail.list()).items
    expect(invited?.subject).toBe(`Invitation : ${title}`)
    expect(invited?.body).toBe(
      `${giver.account.address} vous invite à cette quête, pour ${sampleQuest.reward}.\n\nCows got out.\n\nQuête : ${id}`,
    )
    expect((await giver.furrow.mail.list()).items).toMatchObject([
      { id: invited?.id, subject: `Einladung: ${title}` },
    ])
    const act = { kind: 'quest', id, reason: 'It is one.' } as const
    await moderator.furrow.moderation.act({ ...act, action: 'hide' })
    await moderator.furrow.moderation.act({ ...act, action: 'restore' })
    await moderator.furrow.moderation.act({ ...act, kind: 'wallet', id: farmer.address, action: 'freeze' })
    const subjects = (await giver.furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects.slice(0, 2)).toEqual([
      `Wieder sichtbar: ${title}`,
      `Von einem Moderator ausgeblendet: ${title}`,
    ])
    await farmer.furrow.signIn({
      account: farmer.account,
      signMessage: ({ message }) => farmer.account.signMessage({ message: message as string }),
    })
    const [frozen] = (await farmer.furrow.mail.list()).items
    expect(frozen?.subject).toMatch(/^Votre portefeuille est gelé/)
    expect(frozen?.body).toContain('Le motif : It is one.')
  })

  test('is made from a catalogue, or does not compile', () => {
    const sent = { id: 'mail-1', from: other, to: farmer, type: 'quest', at: soon } as const
    const own: Letter = { ...sent, subject: 'Gate', body: 'It is open.', official: false }
    // @ts-expect-error: this one would be in English for everybody.
    const official: Letter = { ...sent, subject: 'Gate', body: 'It is open.', official: true }
    // @ts-expect-error: so would this one, which the service writes in the name of a giver.
    const invitation: Letter = { ...own, topic: 'invite' }
    const words = wordLetter(english, { key: 'commented', values: { author: other } }, quest)
    const said: Letter = { ...sent, ...words, official: true }
    expect([own, official, invitation, said].map(({ subject }) => subject)).toEqual([
      ...['Gate', 'Gate', 'Gate', 'Comment: Fix the gate'],
    ])
  })
})
