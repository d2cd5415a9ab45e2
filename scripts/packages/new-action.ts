/** One edit of a source: the text goes in front of the first place that has `before`; without it, the file is new. */
type Edit = { readonly file: string; readonly before?: string; readonly text: string }

/**
 * The steps of "A new action of a quest" in CONTRIBUTING.md, by their numbers there: a giver encourages a farmer who has a place.
 * Step 8 is its part about the list of `rows.test.ts`, since the action needs no field.
 */
export const steps: Readonly<Record<number, readonly Edit[]>> = {
  1: [
    {
      file: 'sdk/src/contract/quests.ts',
      before: "  keep: Type.Object({ questId, action: Type.Literal('keep') }),",
      text: "  encourage: Type.Object({ questId, action: Type.Literal('encourage'), farmer: Address }),\n",
    },
  ],
  2: [
    {
      file: 'server/src/rules/lifecycle/commands/encouraging.ts',
      text: `import type { Address } from '../../../ground/address.ts'
import { Refusal } from '../refusal.ts'
import { command } from './command.ts'
import { requireGiver, requirePart } from './requirements.ts'

type Encourage = { readonly kind: 'encourage'; readonly by: Address; readonly farmer: Address }

export const encourage = command<Encourage>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer }) {
    requireGiver(quest, by)
    const { status } = requirePart(quest, farmer)
    if (status !== 'accepted') throw new Refusal('place-has-work', 'There is work already.')
    return [{ kind: 'encouraged', farmer }]
  },
})
`,
    },
  ],
  3: [
    {
      file: 'server/src/rules/lifecycle/commands/all.ts',
      before: "import * as extending from './extending.ts'",
      text: "import * as encouraging from './encouraging.ts'\n",
    },
    {
      file: 'server/src/rules/lifecycle/commands/all.ts',
      before: '  extend: extending.extend,',
      text: '  encourage: encouraging.encourage,\n',
    },
  ],
  4: [
    {
      file: 'server/src/quests/board/act.ts',
      before: "    case 'extend':",
      text: "    case 'encourage':\n      return { kind: 'encourage', by, farmer: toAddress(asked.farmer) }\n",
    },
  ],
  5: [{ file: 'sdk/src/contract/quest-events.ts', before: "  'place-extended',", text: "  'encouraged',\n" }],
  6: [
    {
      file: 'server/src/rules/lifecycle/events/place-events.ts',
      before: '  | PlaceExtended',
      text: '  | Encouraged\n',
    },
    {
      file: 'server/src/rules/lifecycle/events/place-events.ts',
      before: "type Removed = { readonly kind: 'removed'",
      text: `type Encouraged = { readonly kind: 'encouraged'; readonly farmer: Address }

export const encouraged = event<Encouraged>({
  evolve: ofLive(work => work),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
})

`,
    },
  ],
  7: [
    {
      file: 'server/src/rules/lifecycle/events/all.ts',
      before: "  'place-extended': place.placeExtended,",
      text: '  encouraged: place.encouraged,\n',
    },
  ],
  8: [
    {
      file: 'server/src/quests/change/rows.test.ts',
      before: "  { weight: 2, arbitrary: farmer.map(by => ({ kind: 'withdraw', by })) },",
      text: "  { weight: 3, arbitrary: farmer.map(farmer => ({ kind: 'encourage', by: giver, farmer })) },\n",
    },
  ],
  9: [
    {
      file: 'server/test/simulation/people.ts',
      before: '      if (random.chance(0.4)) extend(',
      text: "      if (random.chance(0.3)) ask(village, quest.id, { kind: 'encourage', by, farmer })\n",
    },
    ...(['chain', 'ledger'] as const).map(rail => ({
      file: 'server/src/rules/lifecycle/simulation.test.ts',
      before: `  '${rail}: evidence-added',`,
      text: `  '${rail}: encouraged',\n`,
    })),
  ],
  11: [
    {
      file: 'web/src/quests/quest/timeline/about-work.tsx',
      before: "  'place-extended': (",
      text: '  encouraged: ({ event: { farmer } }) => <Who address={farmer} />,\n',
    },
  ],
  13: [
    {
      file: 'server/src/rules/lifecycle/commands/encouraging.test.ts',
      text: `import { test } from 'vitest'
import { forbidden, given, invalid } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { accept, farmer, giver, posted, ways } from '../../../../test/told-quest.ts'

test('the giver encourages a farmer who has a place, and nobody else does', () => {
  given(posted, accept())
    .when([0, { kind: 'encourage', by: giver, farmer }])
    .then([{ kind: 'encouraged', farmer }], {})
  given(posted, accept())
    .when([0, { kind: 'encourage', by: farmer, farmer }])
    .then(forbidden("Only the quest's giver may do this."))
  given(posted, ...ways.disputed)
    .when([0, { kind: 'encourage', by: giver, farmer }])
    .then(invalid('There is work already.'))
})

covers(['commands/encouraging.ts'], ['encouraged'])
`,
    },
  ],
}
