import type { LeaderboardRules } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

type Rule = LeaderboardRules['rules'][number]
type Words = Pick<Rule, 'title' | 'text'>

/** The service's rules in the reader's language, without the interface's names; a rule of a later service says itself. */
export function ruleWords({ id, title, text }: Rule, pointsFor: string, days: number): Words {
  if (id === 'what-counts') return pointsFor === 'recorded' ? recorded : proved
  if (id === 'seasons')
    return {
      title: t`Seasons`,
      text: t`A season has ${days} days and begins at nothing. Its board stays readable. Work that is shown later counts in the season in which it is shown.`,
    }
  return words[id] ?? { title, text }
}

const recorded: Words = {
  title: t`Work that counts`,
  text: t`Nothing can be proved here: neither a code host nor a chain is configured, or the operator chose so. Released work counts as it is recorded, and is marked as recorded.`,
}

const proved: Words = {
  title: t`Work that counts`,
  text: t`Released work counts if a merge at the code host proved it, if the contract paid it on chain, or if its giver showed the transaction that paid it: mined after the place was taken, from the giver’s own wallet, or from another one that the farmer confirms. What two wallets merely promised each other is recorded, and gives no points, no badges and no rank.`,
}

const words: Readonly<Record<string, Words>> = {
  'nothing-paid': { title: t`A reward of 0`, text: t`Work for a reward of 0 counts nothing.` },
  'nothing-done': {
    title: t`Nothing handed in`,
    text: t`Where a giver completes a quest though a farmer had handed in nothing here, only the payment proves that work.`,
  },
  'own-merges': {
    title: t`Own merges`,
    text: t`A merge in a repository that the farmer’s account owns, or one that they merged themselves, is no proof. Such work counts when its payment is shown.`,
  },
  'taken-back': {
    title: t`Payments that are taken back`,
    text: t`A payment that the chain takes back, or that the farmer has not received, takes back its points and those of its reviews, until it is there again, the farmer confirms it, a newer one is shown, or the platform wallet decides that it came.`,
  },
  releases: {
    title: t`Released work`,
    text: t`Over a season, farmer and giver each get 100 times the square root of the releases between them, summed up over the people they worked with. Work for many counts for more than work for one.`,
  },
  sources: {
    title: t`One account, many wallets`,
    text: t`Work that one account’s merges prove in repositories of the same owner counts as between one pair, however many wallets post and do it.`,
  },
  reviews: {
    title: t`Reviews`,
    text: t`A review of work that counts gives 10 points for each star above three, and takes as many for each below. The first review of one person by another in a season counts.`,
  },
  filters: {
    title: t`Filters`,
    text: t`A board of a skill or a token has the points of quests that ask for the skill, or pay in the token. Guilds have the points of their members, and no such boards.`,
  },
  'payer-record': {
    title: t`How a giver pays`,
    text: t`A giver’s record counts their decided work: the share of it that was released, the share of the newest 100 releases whose payment a chain proves, the usual days from release to payment, and the usual hours from hand-in to release. Shares are left open below three decided pieces of work.`,
  },
  backing: {
    title: t`What backs a reward`,
    text: t`Held: a contract has it. Shown before: nothing holds it, and a chain proves an earlier payment of this giver. Promised: neither.`,
  },
  before: {
    title: t`Before these rules`,
    text: t`Work that was released before these rules counts as it did then. Nothing that was given is taken.`,
  },
}
