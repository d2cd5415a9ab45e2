import { type Static, Type } from 'typebox'
import { Hidden } from './moderation.ts'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

export const mostEntries = 500
/** The account that divides the prizes on chain has 500 payees, of whom one gets the prizes that no entry deserves. */
export const mostEntriesOnChain = mostEntries - 1
export const mostPrizes = 20
export const longestEntry = 10_000
const longestWord = 2_000

const time = (description: string) => Text(40, { format: 'date-time', description })

/** The fields of a new quest that make it a contest. */
export const newContest = {
  mode: Type.Optional(
    Type.Enum(['places', 'contest'], {
      description:
        'places, by default: farmers take places and are paid for their work. contest: everybody enters, and the best entries win the prizes; then prizes, entriesUntil and decideUntil are needed, rewardAmount is their sum, and maxFarmers is 1. On chain where `GET /config` tells a `splitter` of the chain',
    }),
  ),
  prizes: Type.Optional(
    Type.Array(Text(40, { pattern: '^[0-9]{1,15}(?:[.][0-9]{1,18})?$' }), {
      minItems: 1,
      maxItems: mostPrizes,
      description: 'Of a contest: amounts of rewardToken as exact digits, the first prize first',
    }),
  ),
  entriesUntil: Type.Optional(time('Of a contest: until when entries are taken')),
  decideUntil: Type.Optional(
    time(
      'Of a contest: until when the giver ranks the entries. Silence pays the prizes in equal parts among all entries',
    ),
  ),
  maxEntries: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostEntries,
      description: 'Of a contest: 500 by default; on chain 499, which is the most',
    }),
  ),
  sealed: Type.Optional(
    Type.Boolean({
      description:
        'Of a contest: entries are readable by nobody but their author until entriesUntil. They are encrypted at rest, and not end to end: the service holds the key',
    }),
  ),
  rankBy: Type.Optional(
    Type.Enum(['giver', 'votes'], {
      description:
        'Of a contest. giver, by default. votes: from entriesUntil to decideUntil members of the community vote on the entries (PUT /quests/ballots), and their power ranks them; too few votes pay the prizes in equal parts',
    }),
  ),
}

export const contestRankers = ['giver', 'votes'] as const

export const ContestWinner = Type.Object({
  farmer: Address,
  prize: Type.Integer({ description: 'From 1; those with the same one share it in equal parts' }),
  word: Nullable(Type.String({ description: 'A word to this entry, by the one who ranked it' })),
})
export type ContestWinner = Static<typeof ContestWinner>

export const contestStages = ['entries', 'ranking', 'ranked', 'disputed', 'paying', 'decided'] as const
export const contestOutcomes = [
  'ranked',
  'resolved',
  'silence',
  'no-entries',
  'cancelled',
  'refunded',
  'funds-gone',
] as const

export const Contest = Type.Object(
  {
    prizes: Type.Array(Type.String(), { description: 'Exact digits, the first prize first' }),
    entriesUntil: Instant,
    decideUntil: Instant,
    maxEntries: Type.Integer(),
    sealed: Type.Boolean(),
    rankBy: Type.Enum(contestRankers, {
      description: 'votes: members of the community rank, by their ballots',
    }),
    entries: Type.Integer({ description: 'How many there are, whether they can be read or not' }),
    stage: Type.Enum(contestStages, {
      description:
        'entries: it takes entries; ranking: its giver ranks them, or members vote on them; ranked: entrants may dispute the ranking; disputed: the arbiter decides; paying: the prizes are fixed, and the contract is to pay them by one payment; decided: it is over',
    }),
    ranking: Type.Optional(
      Type.Object({
        by: Type.Enum(['giver', 'arbiter', 'members']),
        at: Instant,
        disputableUntil: Instant,
        winners: Type.Optional(
          Type.Array(ContestWinner, { description: 'For a single quest, not in a list' }),
        ),
        returned: Type.Array(
          Type.Object({
            prize: Type.Integer(),
            reason: Type.Optional(
              Nullable(Type.String({ description: 'For a single quest, not in a list' })),
            ),
          }),
          { description: 'Prizes that no entry deserves, which go back to the giver' },
        ),
      }),
    ),
    vote: Type.Optional(
      Type.Object(
        {
          ballots: Type.Integer({ description: 'How many members voted themselves' }),
          cast: Type.Integer({ description: 'The power that took part, with that of delegators' }),
          total: Type.Integer({ description: 'The power of everybody who could vote; 0 where nobody did' }),
          quorum: Type.Integer({ description: 'The percent of it that has to take part' }),
        },
        { description: "The members' ballots, once they are counted" },
      ),
    ),
    dispute: Type.Optional(
      Type.Object({
        endsAt: Instant,
        reason: Type.Optional(Nullable(Type.String({ description: 'For a single quest, not in a list' }))),
      }),
    ),
    outcome: Type.Optional(
      Type.Object({
        because: Type.Enum(contestOutcomes, {
          description:
            'ranked: as its giver, or the votes of members, ranked; resolved: as the arbiter decided; silence: nobody ranked in time, or too few members voted, and the prizes are paid in equal parts; no-entries: there was none to pay; cancelled: before anybody entered; refunded: the contract gave the prizes back; funds-gone: the giver took them back from the contract',
        }),
        at: Instant,
        paid: Type.Integer({ description: 'How many entries are paid' }),
        reason: Type.Optional(
          Nullable(Type.String({ description: "The arbiter's, for a single quest and not in a list" })),
        ),
      }),
    ),
  },
  { description: 'The prizes of a contest, and how far it is; absent for any other quest' },
)
export type Contest = Static<typeof Contest>

const questId = Text(100, { minLength: 1, description: "The contest's id" })

export const NewContestEntry = Type.Object({
  questId,
  text: Text(longestEntry, { minLength: 1, description: 'Markdown, with files by their addresses' }),
  links: Type.Optional(
    Type.Array(Text(2_000, { minLength: 1 }), {
      maxItems: 10,
      description: 'Links to the work, and to files',
    }),
  ),
})
export type NewContestEntry = Static<typeof NewContestEntry>

export const ContestEntry = Type.Object({
  id: Type.String({ description: 'entry-<timestamp>-<suffix>' }),
  questId: Type.String(),
  farmer: Address,
  text: Type.String({ description: 'Empty where it is hidden' }),
  links: Type.Array(Type.String()),
  at: Instant,
  updatedAt: Instant,
  prize: Nullable(Type.Integer({ description: 'The prize that the ranking gives it, from 1' })),
  word: Nullable(Type.String()),
  outcome: Nullable(Type.Enum(['won', 'not-won'], { description: 'null until the contest is decided' })),
  votes: Type.Optional(
    Type.Integer({ description: 'The power of the members whose ballots name it, once they are counted' }),
  ),
  hidden: Type.Optional(Hidden),
})
export type ContestEntry = Static<typeof ContestEntry>

export const ContestEntryQuery = Type.Object({
  id: Text(100, { minLength: 1, description: "The contest's id" }),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 100' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header' })),
})
export type ContestEntryQuery = Static<typeof ContestEntryQuery>

export const ContestEntryRef = Type.Object({
  id: Text(100, { minLength: 1, description: "The contest's id" }),
})

export const NewContestBallot = Type.Object({
  questId,
  entries: Type.Array(Text(100, { minLength: 1 }), {
    maxItems: mostPrizes,
    description:
      'Ids of the entries that are to win, at most as many as there are prizes; none says that no entry deserves one',
  }),
})
export type NewContestBallot = Static<typeof NewContestBallot>

export const ContestBallot = Type.Object({
  questId: Type.String(),
  voter: Address,
  power: Type.Integer({
    description: 'With that of the members who delegate to them and do not vote themselves',
  }),
  entries: Type.Array(Type.String(), { description: 'Ids of entries' }),
  at: Instant,
})
export type ContestBallot = Static<typeof ContestBallot>

export const OwnContestBallot = Type.Object({
  mayVote: Type.Boolean({
    description: 'Whether you are a member of the community, and not its giver, an entrant or the arbiter',
  }),
  ballot: Nullable(ContestBallot),
})
export type OwnContestBallot = Static<typeof OwnContestBallot>

const winners = Type.Array(
  Type.Object({
    farmer: Address,
    prize: Type.Integer({ minimum: 1, maximum: mostPrizes }),
    word: Type.Optional(Text(longestWord)),
  }),
  {
    maxItems: mostEntries,
    description: 'Each entry at most once; those with the same prize share it in equal parts',
  },
)
const returned = Type.Array(
  Type.Object({
    prize: Type.Integer({ minimum: 1, maximum: mostPrizes }),
    reason: Text(longestWord, { minLength: 1 }),
  }),
  { maxItems: mostPrizes, description: 'Prizes that no entry deserves, each with a reason' },
)
const reason = Text(5_000, { minLength: 1, description: 'Everybody can read it' })

/** Actions by which a contest is decided. */
export const contestActions = {
  rank: Type.Object(
    { questId, action: Type.Literal('rank'), winners, returned: Type.Optional(returned) },
    {
      description:
        'The giver ranks the entries of a contest, once, unless members do, between entriesUntil and decideUntil: each prize goes to an entry, is shared, or goes back with a reason. It holds when the review window ends without a dispute',
    },
  ),
  'dispute-ranking': Type.Object(
    { questId, action: Type.Literal('dispute-ranking'), reason },
    {
      description:
        'An entrant disputes the ranking of a contest within its review window; the arbiter decides',
    },
  ),
  'resolve-ranking': Type.Object(
    {
      questId,
      action: Type.Literal('resolve-ranking'),
      reason,
      winners: Type.Optional(winners),
      returned: Type.Optional(returned),
    },
    {
      description:
        "The arbiter decides a disputed ranking: without winners and returned the giver's holds; with them this one does, at once",
    },
  ),
}
