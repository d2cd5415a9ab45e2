import type { LeaderboardRules } from '@furrow/sdk/contract'
import { day } from '../../ground/clock.ts'
import type { Config } from '../../ground/config/config.ts'
import { badgeRules } from './badges.ts'
import { ranks, releasePoints, reviewPoints, showPoints } from './points.ts'

type Settings = Pick<Config, 'pointsFor' | 'payments' | 'codehost' | 'seasonMs' | 'seasonStart'>

export function showRules(config: Settings): LeaderboardRules {
  return {
    pointsFor: config.pointsFor,
    rules: [whatCounts(config), ...whatNever, ...howMuch, ...boardRules(config)],
    points: {
      firstRelease: showPoints(releasePoints(1)),
      secondRelease: showPoints(releasePoints(2)),
      bestReview: showPoints(reviewPoints(5)),
      worstReview: showPoints(reviewPoints(1)),
    },
    ranks: ranks.map(({ from, rank }) => ({ name: rank, from })).toReversed(),
    badges: badgeRules(),
  }
}

function whatCounts({ pointsFor }: Settings) {
  if (pointsFor === 'recorded')
    return rule(
      'what-counts',
      'What counts',
      'Nothing can be proved here: neither a code host nor a chain is configured, or the operator chose so. Released work counts as it is recorded, and is marked as recorded.',
    )
  return rule(
    'what-counts',
    'What counts',
    'Released work counts if a merge at the code host proved it, if the contract paid it on chain, or if its giver showed the transaction that paid it: one that was mined after the place was taken, from the giver’s own wallet, or from another one that the farmer confirms; from the moment at which it has its confirmations, and that word. What two wallets merely promised each other is recorded, and counts nothing: no points, no badges, nothing earned, no rank.',
  )
}

const whatNever = [
  rule('nothing-paid', 'A reward of 0', 'Work for a reward of 0 counts nothing.'),
  rule(
    'nothing-done',
    'Nothing handed in',
    'Where a quest is completed by its giver though a farmer had handed nothing in here, nothing proves that work but its payment.',
  ),
  rule(
    'own-merges',
    'Own merges',
    "A merge in a repository that the farmer's account owns, or one that they merged themselves, is no proof. Such work counts when its payment is shown.",
  ),
  rule(
    'taken-back',
    'Payments that are taken back',
    'A payment that the chain takes back, or that the farmer has not received, takes back its points and those of its reviews, until it is there again, the farmer confirms it, a newer one is shown, or the platform wallet decides that it came.',
  ),
]

const howMuch = [
  rule(
    'releases',
    'Releases',
    'Over a season, farmer and giver each get 100 times the square root of the releases between them, summed up over the people they worked with. Work for many counts for more than work for one.',
  ),
  rule(
    'sources',
    'One account, many wallets',
    "Work that one account's merges prove in repositories of the same owner counts as between one pair, however many wallets post and do it.",
  ),
  rule(
    'reviews',
    'Reviews',
    'A review of work that counts gives 10 points for each star above three, and takes as many for each below. Of one person by another the first of a season counts.',
  ),
]

function boardRules({ seasonMs }: Settings) {
  return [
    rule(
      'seasons',
      'Seasons',
      `A season has ${seasonMs / day} days and begins at nothing. Its board stays readable. What is shown later counts in the season in which it is shown.`,
    ),
    rule(
      'filters',
      'Filters',
      'A board of a skill or a token has the points of quests that ask for the skill, or pay in the token. Guilds have the points of their members, and no such boards.',
    ),
    rule(
      'payer-record',
      'How a giver pays',
      "A giver's record counts their decided work: released, or refunded. paidRate is the share that was released; settledRate the share of the newest 100 releases that the contract paid, or whose shown payment a chain proves; both are left open below three decided pieces of work. medianDaysToPay is from the release to that payment, medianReviewHours from the hand-in to the release. GET /profile/payer lists the work and the transactions that it is reckoned from.",
    ),
    rule(
      'backing',
      'What backs a reward',
      'escrow: a contract holds it. shown: nothing holds it, and a chain proves an earlier payment that this giver showed. promise: neither. payer=proved asks for at least three decided pieces of work, of whose releases some are proved; payer=new for fewer than three.',
    ),
    rule(
      'before',
      'Before these rules',
      'What was released before these rules were there counts as it did then. What was given is not taken.',
    ),
  ]
}

function rule(id: string, title: string, text: string): LeaderboardRules['rules'][number] {
  return { id, title, text }
}
